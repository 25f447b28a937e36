import { createServer } from 'node:net'

/** Returns a loopback port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.on('error', reject).listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise((closed) => server.close(closed))
  return port
}
