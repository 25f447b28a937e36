import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { embeddedHost } from './embedded-host-path.ts'

/** Embedded database that runs in a separate process, without a server. */
export interface EmbeddedProcess {
  /** URL of the database for its owner. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts the embedded database on a data folder in a separate process and resolves when it is ready. Throws an error if the
 * process ends before that. The caller must stop it.
 */
export async function startEmbeddedProcess(dataFolder: string): Promise<EmbeddedProcess> {
  const child = spawn(process.execPath, [embeddedHost, dataFolder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith('postgres://')) continue
    return {
      url: line,
      async stop() {
        child.kill('SIGTERM')
        await ended
      },
    }
  }
  throw new Error('The database did not start')
}
