import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Most requests of one connection that wait for their answers. Browsers and programs send the next request after an answer, few
 * programs send some ahead.
 */
const MOST_WAITING = 32

/**
 * Disconnects whoever sends more than 32 requests ahead on one connection without an answer to them. Otherwise one
 * connection that reads nothing makes the server compute and keep thousands of answers.
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
