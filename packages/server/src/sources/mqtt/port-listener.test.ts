import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beforeConnect, connectPacket } from './hostile.testing.ts'
import { connectLength } from './port-listener.ts'

test('A CONNECT is whole at its own length, wherever it is cut and whatever follows it', () => {
  fc.assert(
    fc.property(fc.nat(3900), fc.nat(4000), fc.uint8Array({ maxLength: 50 }), (nameLength, cut, more) => {
      const bytes = connectPacket({ clientId: 'x'.repeat(nameLength), username: 'u', password: 'p' })
      expect(connectLength(Buffer.concat([bytes, more]))).toBe(bytes.length)
      const part = connectLength(bytes.subarray(0, cut))
      expect(part === undefined || part === bytes.length).toBe(true)
    }),
    { numRuns: 100 },
  )
})

test('What begins otherwise is none, and neither is what is too long', () => {
  for (const [name, bytes] of Object.entries(beforeConnect))
    if (bytes[0] !== 0x10) expect([name, connectLength(bytes)]).toEqual([name, null])
  expect(connectLength(connectPacket({ clientId: 'x'.repeat(5000) }))).toBeNull()
  expect(connectLength(Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x7f]))).toBeNull()
  expect(connectLength(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x80]))).toBeNull()
  expect(connectLength(Buffer.alloc(0))).toBeUndefined()
})
