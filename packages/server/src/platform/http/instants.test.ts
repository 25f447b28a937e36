import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toIso } from './instants.ts'

test('Instants are written as the standard has them, before 1970 and after 9999 too', () => {
  const instants = fc.oneof(
    fc.integer({ min: -86_400_000, max: 86_400_000 }),
    fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
    fc.maxSafeInteger().map((value) => value % 8_640_000_000_000_000),
  )
  fc.assert(
    fc.property(instants, (at) => {
      expect(toIso(at)).toBe(new Date(at).toISOString())
    }),
  )
})
