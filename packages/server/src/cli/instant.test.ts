import { expect, test } from 'vitest'
import { requireInstant } from './instant.ts'

test.each([
  ['2026-11-24', '2026-11-24T00:00:00Z'],
  ['2026-11-24T06:00Z', '2026-11-24T06:00:00Z'],
  ['2026-11-24T06:00:00.250Z', '2026-11-24T06:00:00.250Z'],
  ['2026-11-24T08:00:00+02:00', '2026-11-24T06:00:00Z'],
])('%s is an instant', (typed, instant) => {
  expect(requireInstant(typed)).toBe(Date.parse(instant))
})

test.each(['2026-02-31', '2026-11-24T06:00:00', '2026-11-24 06:00', '1', 'tomorrow', ''])(
  '"%s" is refused: the day does not exist, or the zone is missing',
  (typed) => {
    expect(() => requireInstant(typed)).toThrow(`Not a date: ${typed}. Examples: `)
  },
)
