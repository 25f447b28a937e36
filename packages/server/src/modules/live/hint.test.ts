import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeHints, encodeHints, encodeJobHint, type Hint } from './hint.ts'

const number = fc.oneof(
  fc.integer(),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0),
)
const maybe = fc.option(fc.integer(), { nil: null })
const bit = fc.constantFrom<0 | 1>(0, 1)
const hint = fc.record(
  {
    s: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer()),
    y: fc.tuple(fc.nat(), maybe, maybe, maybe, maybe, bit, bit),
    t: fc.tuple(fc.integer(), fc.option(number, { nil: null }), fc.option(number, { nil: null })),
    p: fc.integer(),
    x: fc.integer(),
    r: fc.tuple(fc.integer(), fc.integer(), maybe, fc.nat(), maybe, bit),
    l: fc.option(fc.tuple(fc.integer(), fc.integer()), { nil: null }),
  },
  { requiredKeys: [] },
)

test('hints arrive as they were sent, in payloads that notify can carry', () => {
  const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  fc.assert(
    fc.property(ids, fc.array(fc.tuple(ids, hint), { maxLength: 400, size: 'max' }), (companyId, entries) => {
      const hints = new Map<number, Hint>(entries)
      const payloads = encodeHints(companyId, hints)
      for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000)
      const decoded = payloads.map(decodeHints)
      expect(decoded.every((hints) => hints.companyId === companyId)).toBe(true)
      expect(decoded.flatMap((hints) => hints.machines)).toEqual([...hints])
    }),
  )
})

test('nothing to tell is no payload', () => expect(encodeHints(1, new Map())).toEqual([]))

test('what a job did arrives as it was sent', () => {
  expect(decodeHints(encodeJobHint(3, [17, 1]))).toEqual({ companyId: 3, machines: [], jobs: [[17, 1]] })
})
