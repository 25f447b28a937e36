import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type ConnectionLimits, limitConnections } from './limit-connections.ts'
import { trustedProxies } from './proxies.ts'

const sockets: Socket[] = []
const servers: ReturnType<typeof createServer>[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

async function limited(limits: ConnectionLimits, trusted?: string) {
  const server = createServer((socket) => socket.on('error', () => undefined).write('hello'))
  servers.push(server)
  const counts = limitConnections(server, trustedProxies(trusted), limits)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  /** Resolves with true when the server greets a new connection from this address, false when it closes it. */
  const open = (localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined)
    sockets.push(socket)
    return new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false))
    })
  }
  return { ...counts, openOne: open }
}

test('One address opens as many connections as it may, others go on, and closed ones make room', async () => {
  const { openOne, open, refused } = await limited({ total: 10, ofNetwork: 2 })
  expect([await openOne(), await openOne(), await openOne()]).toEqual([true, true, false])
  expect(await openOne('127.0.0.2')).toBe(true)
  expect([open(), refused()]).toEqual([3, 1])
  sockets[0]?.destroy()
  await expect.poll(open).toBe(2)
  expect(await openOne()).toBe(true)
})

test('All together open as many as the server takes', async () => {
  const { openOne } = await limited({ total: 2, ofNetwork: 2 })
  expect([await openOne(), await openOne('127.0.0.2'), await openOne('127.0.0.3')]).toEqual([true, true, false])
})

test('A trusted proxy opens more, because many people are behind it', async () => {
  const { openOne } = await limited({ total: 3, ofNetwork: 1 }, '127.0.0.1')
  expect([await openOne(), await openOne(), await openOne(), await openOne()]).toEqual([true, true, true, false])
})
