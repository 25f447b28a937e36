import { afterEach, expect, test } from 'vitest'
import { chooseDates } from '../lib/dates.ts'
import { rangeWords, shiftRangeWords } from './range-words.ts'

const ZONE = 'America/Chicago'
const now = Date.parse('2026-11-21T16:42:17Z')
const words = (from: string, to: string | null) =>
  rangeWords({ from: Date.parse(from), to: to === null ? now : Date.parse(to), isLive: to === null }, now, ZONE)

afterEach(() => chooseDates({ locale: null, clockHours: null }))

test.each([
  ['2026-11-15T06:00Z', null, 'Sun, Nov 15 – now', 'Sun 15 Nov – now'],
  ['2026-11-14T16:42Z', null, '11/14 10:42 AM – now', '14/11 10:42 – now'],
  ['2026-11-21T13:42Z', null, '7:42 AM – now', '07:42 – now'],
  ['2026-11-21T06:00Z', null, 'Sat, Nov 21 – now', 'Sat 21 Nov – now'],
  ['2026-08-21T15:42Z', null, 'Fri, Aug 21 – now', 'Fri 21 Aug – now'],
  ['2025-11-21T16:42Z', null, 'Fri, Nov 21, 2025 – now', 'Fri, 21 Nov 2025 – now'],
  ['2026-11-20T06:00Z', '2026-11-21T06:00Z', 'Fri, Nov 20', 'Fri 20 Nov'],
  ['2026-11-20T14:00Z', '2026-11-20T18:30Z', '11/20 8:00 AM – 12:30 PM', '20/11 08:00 – 12:30'],
  ['2026-11-20T14:00Z', '2026-11-21T06:00Z', '11/20 8:00 AM – 11/21 12:00 AM', '20/11 08:00 – 24:00'],
  ['2026-11-15T06:00Z', '2026-11-21T06:00Z', 'Sun, Nov 15 – Fri, Nov 20', 'Sun 15 Nov – Fri 20 Nov'],
  ['2026-11-19T14:00Z', '2026-11-20T18:30Z', '11/19 8:00 AM – 11/20 12:30 PM', '19/11 08:00 – 20/11 12:30'],
])('%s to %s reads "%s", in Britain "%s"', (from, to, american, british) => {
  chooseDates({ locale: 'en-US', clockHours: null })
  expect(words(from, to)).toBe(american)
  chooseDates({ locale: 'en-GB', clockHours: null })
  expect(words(from, to)).toBe(british)
})

test.each([
  ['2026-11-21T14:00Z', '2026-11-21T22:00Z', '2nd shift 8:00 AM – 4:00 PM', '2nd shift 08:00 – 16:00'],
  ['2026-11-20T20:00Z', '2026-11-21T04:00Z', '2nd shift 11/20 2:00 PM – 10:00 PM', '2nd shift 20/11 14:00 – 22:00'],
  [
    '2026-11-21T04:00Z',
    '2026-11-21T12:00Z',
    '2nd shift 11/20 10:00 PM – 11/21 6:00 AM',
    '2nd shift 20/11 22:00 – 21/11 06:00',
  ],
])('a shift %s to %s reads "%s", in Britain "%s"', (from, to, american, british) => {
  const shift = { shift: 2, from: Date.parse(from), to: Date.parse(to) } as const
  chooseDates({ locale: 'en-US', clockHours: null })
  expect(shiftRangeWords(shift, now, ZONE)).toBe(american)
  chooseDates({ locale: 'en-GB', clockHours: null })
  expect(shiftRangeWords(shift, now, ZONE)).toBe(british)
})

test('18.2: a unit without shifts says so, and which day it shows', () => {
  expect(shiftRangeWords(undefined, 0, 'UTC')).toBe('No shifts here, today')
  expect(shiftRangeWords(undefined, 0, 'UTC', 'yesterday')).toBe('No shifts here, yesterday')
})
