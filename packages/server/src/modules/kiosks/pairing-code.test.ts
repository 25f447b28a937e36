import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newPairingCode, normalPairingCode } from './pairing-code.ts'

test('A code is six letters that cannot be taken for one another, and spells no word', () => {
  const codes = new Set(Array.from({ length: 1000 }, newPairingCode))
  expect(codes.size).toBeGreaterThan(990)
  for (const code of codes) expect(code).toMatch(/^[BCDGHJKMNPRSTWXYZ]{6}$/)
})

test('It is read however it is typed', () => {
  fc.assert(
    fc.property(fc.constantFrom(' ', '-', '', '  ', '\t'), fc.boolean(), fc.nat(6), (blank, isLower, at) => {
      const code = newPairingCode()
      const typed = `${code.slice(0, at)}${blank}${code.slice(at)}`
      expect(normalPairingCode(isLower ? typed.toLowerCase() : typed)).toBe(code)
    }),
    { numRuns: 100 },
  )
})

test.each(['', 'KXRTM', 'KXRTMBC', 'KXRTMO', 'KXRTM1', 'KXR_MB', 'ÄXRTMB', '\u0000XRTMB'])('%j is no code', (typed) =>
  expect(normalPairingCode(typed)).toBeNull(),
)
