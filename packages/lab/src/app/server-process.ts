import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Ports } from '@millwatch/server/app/ports'

/** A separate server process for a test. */
export interface TestServerProcess {
  readonly pid: number
  readonly ports: Ports
  stop(): Promise<void>
}

/** Starts a server process on a database; `url` is that of its owner. The caller must stop it. */
export async function startServer(url: string): Promise<TestServerProcess> {
  const child = fork(fileURLToPath(new URL('./server-main.ts', import.meta.url)), {
    env: { ...process.env, SERVER_SETTINGS: JSON.stringify({ url }) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  const ended = once(child, 'exit')
  const ports = await Promise.race([
    once(child, 'message').then(([message]) => message as Ports),
    ended.then(() => Promise.reject(new Error('The server ended'))),
  ])
  return {
    pid: child.pid ?? 0,
    ports,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
