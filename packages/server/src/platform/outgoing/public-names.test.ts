import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { publicAddresses } from './public-names.ts'

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

/**
 * Starts a name server; `answer` returns the bytes of an address for a type of record (1: IPv4, 28: IPv6), or null for silence.
 */
async function nameServer(
  answer: (type: number) => number[] | null,
): Promise<{ address: string; count: () => number }> {
  const socket = createSocket('udp4')
  sockets.push(socket)
  let count = 0
  socket.on('message', (query, { port, address }) => {
    count++
    const end = query.indexOf(0, 12) + 5
    const bytes = answer(query.readUInt16BE(end - 4))
    if (bytes === null) return
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(1, 6)
    head.fill(0, 8)
    const record = [0xc0, 0x0c, 0, query[end - 3] ?? 0, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]
    socket.send(Buffer.concat([head, query.subarray(12, end), Buffer.from(record)]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, count: () => count }
}

test('The addresses of a name are those that its name servers answer', async () => {
  const { address } = await nameServer((type) => (type === 1 ? [93, 184, 216, 34] : [0x20, 1, ...Array(13).fill(0), 9]))
  const found = await publicAddresses('hook.example', { withinMs: 5000, servers: [address] })
  expect(found).toEqual([{ address: '93.184.216.34' }, { address: '2001::9' }])
})

test('Hundreds of names whose servers are silent end after the bound, and occupy no thread of the process', async () => {
  const { address, count } = await nameServer(() => null)
  const began = performance.now()
  const asking = Array.from({ length: 300 }, (_, i) =>
    publicAddresses(`n${i}.silent.example`, { withinMs: 1500, servers: [address] }).catch((error: Error) => error),
  )
  await expect.poll(count, { timeout: 10_000 }).toBeGreaterThan(100)
  for (const answer of await Promise.all(asking)) expect(answer).toBeInstanceOf(Error)
  expect(performance.now() - began).toBeLessThan(15_000)
})
