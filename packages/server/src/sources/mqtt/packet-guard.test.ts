import { expect, test } from 'vitest'
import { PacketGuard } from './packet-guard.ts'

/** Returns a packet of `length` bytes after its header. */
function packet(length: number): Buffer {
  const header = [0x30]
  let left = length
  do {
    header.push((left % 128) | (left >= 128 ? 0x80 : 0))
    left = Math.floor(left / 128)
  } while (left > 0)
  return Buffer.concat([Buffer.from(header), Buffer.alloc(length)])
}

test('A packet at the limit passes, one byte more is seen', () => {
  expect(new PacketGuard(1000).feed(packet(1000))).toBeNull()
  expect(new PacketGuard(1000).feed(packet(1001))).toBe(1001)
})

test('It is seen by its header alone, wherever the stream is cut', () => {
  const stream = Buffer.concat([packet(0), packet(300), packet(2), packet(200_000)])
  for (const size of [1, 2, 3, 7, 64, stream.length]) {
    const guard = new PacketGuard(100_000)
    let seen: number | null = null
    let fed = 0
    while (seen === null && fed < stream.length) {
      seen = guard.feed(stream.subarray(fed, fed + size))
      fed += size
    }
    expect(seen).toBe(200_000)
  }
})

test('A header of four length bytes is read whole', () => {
  expect(new PacketGuard(1000).feed(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]))).toBeGreaterThan(1000)
})
