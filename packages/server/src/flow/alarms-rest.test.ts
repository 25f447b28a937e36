import { expect, test } from 'vitest'
import { restAfter } from './alarms.ts'

test.each([
  [50, 200],
  [150, 600],
  [300, 700],
  [350, 700],
  [1000, 2000],
  [60_000, 3000],
])('after a turn of %i ms alarms rest for %i ms', (tookMs, restMs) => {
  expect(restAfter(tookMs)).toBe(restMs)
})
