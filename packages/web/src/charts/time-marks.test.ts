import { expect, it } from 'vitest'
import { timeMarks } from './time-marks.ts'

const from = Date.parse('2026-11-21T00:00:00Z')
const hourMs = 3_600_000

it.each([
  ['a day on a wide chart', 24 * hourMs, 1000, 12],
  ['a day on a phone', 24 * hourMs, 290, 4],
  ['two hours', 2 * hourMs, 1000, 12],
  ['ten minutes', hourMs / 6, 1000, 10],
])('%s bears as many marks as it has room for', (_, length, width, many) => {
  expect(timeMarks({ from, to: from + length }, 'UTC', width)).toHaveLength(many)
})
