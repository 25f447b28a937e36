import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseSchedule, type ScheduleRange, shiftsOfSchedule } from '../schedules/index.ts'
import { shiftsOfScheduleAt } from '../scope/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/index.ts'
import { currentShift } from './index.ts'

const ZONE = 'America/Chicago'
const SUNDAY = Date.parse('2026-11-22T06:00:00Z')

const schedule = (ranges: readonly ScheduleRange[]) =>
  normaliseSchedule(Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((weekday) => [weekday, ranges])))

/** Returns the rows of a schedule from two weeks before an instant to one week after it, as shift history has them. */
const historyOf = (ranges: readonly ScheduleRange[], now: number) =>
  shiftsOfSchedule(schedule(ranges), ZONE, { from: now - 14 * DAY_MS, to: now + 7 * DAY_MS })

test('A shift that is worked in the break of another one is the current shift, and the one that ends later is the last', () => {
  const ranges: ScheduleRange[] = [
    [6 * 3600, 10 * 3600, 1],
    [10 * 3600, 10 * 3600 + 1200, 2],
    [10 * 3600 + 1200, 14 * 3600, 1],
  ]
  const found = (hours: number, minutes: number) => {
    const now = SUNDAY + hours * HOUR_MS + minutes * MINUTE_MS
    const { isScheduled, occurrence, last } = currentShift(historyOf(ranges, now), now)
    return [isScheduled, occurrence?.shift, last?.shift]
  }
  expect(found(9, 59)).toEqual([true, 1, 1])
  expect(found(10, 6)).toEqual([true, 2, 1])
  expect(found(10, 20)).toEqual([true, 1, 2])
  expect(found(15, 0)).toEqual([false, undefined, 1])
})

const days = fc
  .uniqueArray(fc.integer({ min: 0, max: 144 }), { minLength: 2, maxLength: 14 })
  .chain((marks) => {
    const sorted = [...marks].sort((a, b) => a - b)
    const ranges = sorted.slice(1).map((mark, i) => [(sorted[i] as number) * 600, mark * 600] as const)
    return fc.tuple(
      ...ranges.map(([from, to]) => fc.constantFrom(0, 1, 2, 3, null).map((shift) => ({ from, to, shift }))),
    )
  })
  .map((ranges) =>
    ranges.flatMap(({ from, to, shift }): ScheduleRange[] => (shift === null ? [] : [[from, to, shift]])),
  )

test('The shift by a schedule is the shift by the history that was written from it, and the row of that instant', () => {
  const minutes = fc.integer({ min: 0, max: 14 * 24 * 60 })
  fc.assert(
    fc.property(days, minutes, (ranges, minute) => {
      // The first of these days has 25 hours.
      const now = Date.parse('2026-11-01T05:00:00Z') + minute * MINUTE_MS
      const history = historyOf(ranges, now)
      const { isScheduled, occurrence, last } = currentShift(history, now)
      const planned = shiftsOfScheduleAt(schedule(ranges), ZONE, now)
      const named = (found: typeof last) =>
        found === null || found.shift === 0 ? undefined : { shift: found.shift, from: found.from, to: found.to }
      expect(planned).toEqual({ current: named(occurrence), last: named(last) })
      const row = history.find(({ startedAt, endedAt }) => startedAt <= now && now < endedAt)
      expect(isScheduled).toBe(row !== undefined)
      if (row !== undefined) expect(occurrence?.shift).toBe(row.shift)
      if (last !== null) expect(last.to).toBeLessThanOrEqual(now)
    }),
    { numRuns: 300 },
  )
})
