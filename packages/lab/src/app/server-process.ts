import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Ports } from '@millwatch/server/app/ports'

export interface ServerSettings {
  /** URL of the database for its owner. */
  readonly url: string
  /** True for a demo without rate limits, which serves every call at any rate; false unless given. */
  readonly isOpen?: boolean
}

/** Server that runs in a separate process, with its process id, its ports and its address. */
export interface TestServerProcess {
  readonly pid: number
  readonly ports: Ports
  /** `http://127.0.0.1:port` */
  readonly url: string
  /** Sends SIGTERM and resolves when the process has ended: its exit code, 0 for a clean end, or null if a signal ended it. */
  stop(): Promise<number | null>
}

/**
 * Starts a server process on a migrated database and resolves when its ports are open. Throws an error if the process ends before
 * that. The caller must stop it.
 */
export async function startServer(settings: ServerSettings): Promise<TestServerProcess> {
  const child = fork(fileURLToPath(new URL('./server-main.ts', import.meta.url)), {
    env: { ...process.env, SERVER_SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const ports = await Promise.race([
    once(child, 'message').then(([message]) => message as Ports),
    ended.then(() => Promise.reject(new Error('The server ended'))),
  ])
  return {
    pid: child.pid ?? 0,
    ports,
    url: `http://127.0.0.1:${ports.http}`,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
