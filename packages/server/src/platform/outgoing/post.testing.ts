// A receiver of webhooks that misbehaves.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Opens a receiver that writes pieces to each connection, with a pause (ms) between; returns its URL and `end`. */
export async function writingReceiver(pieces: () => Generator<string>, pauseMs: number) {
  let taken = 0
  const closed: Promise<void>[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume()
    const isClosed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    closed.push(isClosed)
    const write = async () => {
      for (const piece of pieces()) {
        if (socket.destroyed) return
        if (!socket.write(piece))
          await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), isClosed])
        taken = socket.bytesWritten
        if (pauseMs > 0) await delay(pauseMs)
      }
    }
    write().catch(() => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    /** Waits until the server has ended all connections; returns the bytes that it took. */
    async end(): Promise<number> {
      await Promise.all(closed)
      server.close()
      return taken
    },
  }
}
