import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Largest number of requests of one connection that may wait for their answers. Browsers and programs send the next request after
 * an answer; few programs send some ahead.
 */
const MOST_WAITING = 32

/**
 * Closes a connection, without an answer, at the request that is more than 32 ahead of the answers. Otherwise one connection that
 * reads nothing makes the server compute and keep thousands of answers.
 */
export function limitPipelining(app: FastifyInstance): void {
  const waiting = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    reply.raw.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    if (count <= MOST_WAITING) return done()
    reply.hijack()
    socket.destroy()
    done()
  })
}
