import { expect, test } from 'vitest'
import { doublesIn } from './packed.ts'

test('packed doubles are read as PostgreSQL sends them, the first byte first', () => {
  const values = [1_795_400_000_123, 0, -2.5, Number.NaN, Number.MAX_SAFE_INTEGER]
  const bytes = Buffer.alloc(values.length * 8)
  values.forEach((value, i) => {
    bytes.writeDoubleBE(value, i * 8)
  })
  expect([...doublesIn(bytes.toString('base64'))]).toEqual(values)
  expect([...doublesIn(null)]).toEqual([])
})
