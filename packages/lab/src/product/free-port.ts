import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * First port to choose from. It and `END` (exclusive) lie below the ports that systems give to outgoing connections, so that none
 * of those takes a port between its choice and its use.
 */
const FIRST = 20_000
const END = 32_768
const TRIES = 100

const given = new Set<number>()

/**
 * Returns a random loopback port from 20000 to 32767 that is free at the moment; each port only once in a process. Throws an
 * error if none of 100 tries finds one.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(FIRST, END)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
  throw new Error(`None of ${TRIES} ports is free`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
