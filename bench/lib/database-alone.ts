import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { embeddedHost } from '@millwatch/lab/database/embedded-host-path'

/** Runs the database alone in a separate process; returns the seconds until it answers, and the result of `work`. */
export async function databaseAlone<T>(
  dataFolder: string,
  work: (startS: number, url: string) => Promise<T>,
): Promise<T> {
  const began = performance.now()
  const child: ChildProcess = spawn(process.execPath, [embeddedHost, dataFolder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = ''
      child.stdout?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        const found = /^postgres:.*$/m.exec(output)?.[0]
        if (found !== undefined) resolve(found)
      })
      child.once('exit', () => reject(new Error(`The database did not start: ${output}`)))
    })
    return await work((performance.now() - began) / 1000, url)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
