import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newClaimCode, normalClaimCode } from './claim-code.ts'

test('A claim code is eight letters and digits that cannot be taken for one another, and none like the one before', () => {
  const codes = new Set(Array.from({ length: 1000 }, newClaimCode))
  expect(codes.size).toBe(1000)
  for (const code of codes) expect(code).toMatch(/^[A-HJ-KMNP-TW-Z2-9]{4}-[A-HJ-KMNP-TW-Z2-9]{4}$/)
})

test('It is read however it is typed', () => {
  fc.assert(
    fc.property(fc.constantFrom(' ', '-', '', '  ', '\t'), fc.boolean(), fc.nat(8), (blank, isLower, at) => {
      const bare = newClaimCode().replace('-', '')
      const typed = `${bare.slice(0, at)}${blank}${bare.slice(at)}`
      expect(normalClaimCode(isLower ? typed.toLowerCase() : typed)).toBe(bare)
    }),
    { numRuns: 100 },
  )
})

test.each(['', 'ABCD-234', 'ABCD-23456', 'ABCD-234O', 'ABCD-2341', 'ABCD_2345', 'ÄBCD-2345', '\u0000BCD-2345'])(
  '%j is no claim code',
  (typed) => expect(normalClaimCode(typed)).toBeNull(),
)
