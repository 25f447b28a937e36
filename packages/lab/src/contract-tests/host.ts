import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A separate server process for a test. */
export interface Host {
  /** `http://127.0.0.1:port` */
  readonly url: string
  /** Sends SIGTERM and returns the exit code; 0 is a clean end. */
  stop(): Promise<number | null>
}

/** Starts a server process on a migrated database; resolves when it answers. The caller must stop it. */
export async function startHost(databaseUrl: string): Promise<Host> {
  const child = fork(fileURLToPath(new URL('../app/host-main.ts', import.meta.url)), {
    env: { ...process.env, HOST_SETTINGS: JSON.stringify({ url: databaseUrl }) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const port = new Promise<number>((resolve) =>
    child.on('message', (message: { port: number }) => resolve(message.port)),
  )
  const first = await Promise.race([port, ended.then(() => null)])
  if (first === null) throw new Error('The server did not start')
  return {
    url: `http://127.0.0.1:${first}`,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
