import { expect, test } from 'vitest'
import { rangeWords } from './range-words.ts'

const ZONE = 'America/Chicago'
const now = Date.parse('2026-11-21T16:42:17Z')
const words = (from: string, to: string | null) =>
  rangeWords({ from: Date.parse(from), to: to === null ? now : Date.parse(to), isLive: to === null }, now, ZONE)

test.each([
  ['2026-11-15T06:00Z', null, 'Sun 15 Nov – now'],
  ['2026-11-14T16:42Z', null, 'Sat 14 Nov 10:42 – now'],
  ['2026-11-21T13:42Z', null, '07:42 – now'],
  ['2026-11-21T06:00Z', null, 'Sat 21 Nov – now'],
  ['2026-08-21T15:42Z', null, 'Fri 21 Aug – now'],
  ['2025-11-21T16:42Z', null, 'Fri 21 Nov 2025 – now'],
  ['2026-11-20T06:00Z', '2026-11-21T06:00Z', 'Fri 20 Nov'],
  ['2026-11-20T14:00Z', '2026-11-20T18:30Z', 'Fri 20 Nov 08:00 – 12:30'],
  ['2026-11-20T14:00Z', '2026-11-21T06:00Z', 'Fri 20 Nov 08:00 – 24:00'],
  ['2026-11-15T06:00Z', '2026-11-21T06:00Z', 'Sun 15 Nov – Fri 20 Nov'],
  ['2026-11-19T14:00Z', '2026-11-20T18:30Z', 'Thu 19 Nov 08:00 – Fri 20 Nov 12:30'],
])('%s to %s reads "%s"', (from, to, expected) => {
  expect(words(from, to)).toBe(expected)
})
