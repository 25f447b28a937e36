import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLeaked } from './leaked-passwords.ts'
import { requireGoodPassword } from './password.ts'
import { isInFilter, makePasswordFilter } from './password-filter.ts'

test('A filter has every password it was made of, in upper and lower case and in any form of Unicode', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 50 }), (passwords) => {
      const filter = makePasswordFilter(passwords)
      for (const password of passwords)
        expect([password, password.normalize('NFD')].map((each) => isInFilter(filter, each))).toEqual([true, true])
    }),
    { numRuns: 50 },
  )
  expect(isInFilter(makePasswordFilter(['pass1word']), 'PASS1word')).toBe(true)
  expect(isInFilter(makePasswordFilter([]), 'pass1word')).toBe(false)
})

test.each([
  'password1',
  'Password1',
  'trustno1',
  '1q2w3e4r',
  'qwerty123',
  'abcd1234',
  'passw0rd',
  'iloveyou1',
  'charlie1',
])('%s stands in leaks, and is refused by the specified policy too', (password) => {
  expect(isLeaked(password)).toBe(true)
  expect(() => requireGoodPassword('spec', password, 'a@plant.example')).toThrow(
    expect.objectContaining({ code: 'password_common' }),
  )
})

test('Of other passwords, at most one in 5,000 is taken for one of a leak', () => {
  const others = Array.from({ length: 50_000 }, (_, i) => `press ${i} of the hall`)
  expect(others.filter(isLeaked).length).toBeLessThanOrEqual(10)
  expect(() => requireGoodPassword('spec', 'a lathe hums at dawn 1', 'a@plant.example')).not.toThrow()
})
