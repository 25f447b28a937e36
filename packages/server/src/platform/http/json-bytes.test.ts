import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toIso } from './instants.ts'
import { constantOf, JsonBytes } from './json-bytes.ts'

const ms = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.integer({ min: 0, max: 4e12 }),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const piece = fc.oneof(
  fc.record({ kind: fc.constant('integer' as const), value: fc.maxSafeInteger() }),
  fc.record({ kind: fc.constant('seconds' as const), value: ms }),
  fc.record({ kind: fc.constant('instant' as const), value: fc.integer({ min: -6e13, max: 2e14 }) }),
  fc.record({ kind: fc.constant('text' as const), value: fc.string({ unit: 'grapheme' }) }),
  fc.record({ kind: fc.constant('constant' as const), value: fc.string({ unit: 'grapheme' }) }),
)

function written(pieces: readonly (typeof piece extends fc.Arbitrary<infer P> ? P : never)[], out = new JsonBytes()) {
  for (const { kind, value } of pieces) {
    if (kind === 'integer') out.integer(value)
    else if (kind === 'seconds') out.seconds(value)
    else if (kind === 'instant') out.instant(value)
    else if (kind === 'text') out.text(value)
    else out.constant(constantOf(value))
  }
  return Buffer.concat(out.take()).toString()
}

const expected = (pieces: Parameters<typeof written>[0]) =>
  pieces
    .map(({ kind, value }) => {
      if (kind === 'integer') return String(value)
      if (kind === 'instant') return JSON.stringify(toIso(value))
      return kind === 'seconds' ? JSON.stringify((value as number) / 1000) : value
    })
    .join('')

test('Numbers, texts and constants are the same as strings joined', () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(written(pieces)).toBe(expected(pieces))
    }),
  )
})

test('Text of many parts, with one longer than a part, stays in order; what was taken is not changed by what is written later', () => {
  const out = new JsonBytes()
  const rows = Array.from({ length: 300_000 }, (_, n) => ({
    kind: 'seconds' as const,
    value: 1_700_000_000_000 + 37 * n,
  }))
  const long = { kind: 'text' as const, value: 'ü'.repeat(3_000_000) }
  const pieces = [...rows, long, ...rows]
  expect(written(pieces, out)).toBe(expected(pieces))
  out.integer(12)
  const [first] = out.take()
  out.integer(34)
  expect(first?.toString()).toBe('12')
})
