import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_S, HOUR_S } from '../time/index.ts'
import {
  carriedUntil,
  copyDay,
  daily,
  faultOfDay,
  faultOfDraft,
  faultOfWeek,
  normaliseSchedule,
  overMidnight,
  rangeToAdd,
  SCHEDULE_STEP_S,
  type ScheduleRange,
  toStep,
  withLength,
  withTemplate,
} from './index.ts'

const free = daily([])
const on = (weekday: number, ranges: ScheduleRange[]) => free.with(weekday, ranges)

const anyRange = fc
  .tuple(fc.nat(288), fc.nat(288), fc.constantFrom(0, 1, 2, 3))
  .map(([a, b, shift]): ScheduleRange => [a * SCHEDULE_STEP_S, b * SCHEDULE_STEP_S, shift])
const anyDay = fc.array(anyRange, { maxLength: 5 })

describe('a range being written', () => {
  test.each<[number, number]>([
    [-5, 0],
    [149, 0],
    [150, 300],
    [86_399, DAY_S],
    [90_000, DAY_S],
  ])('at %i s stands at %i s', (second, expected) => expect(toStep(second)).toBe(expected))

  test('whose ends are equal ends a step later, and at midnight begins a step earlier', () => {
    expect(withLength([300, 300, 2])).toEqual([300, 600, 2])
    expect(withLength([DAY_S, DAY_S, 2])).toEqual([DAY_S - 300, DAY_S, 2])
    expect(withLength([600, 300, 1])).toEqual([600, 300, 1])
  })

  test('in a day of whatever order is right when the day put in order is', () => {
    fc.assert(
      fc.property(anyDay, (ranges) => {
        const fault = faultOfDraft(ranges)
        const inOrder = normaliseSchedule({ 0: ranges })[0]
        expect(fault === null).toBe(faultOfDay(inOrder) === null)
        if (fault?.what === 'ends-too-early') {
          const [start, end] = ranges[fault.index] ?? [0, 1]
          expect(end).toBeLessThanOrEqual(start)
        }
      }),
    )
    expect(
      faultOfDraft([
        [HOUR_S, 3 * HOUR_S, 1],
        [0, 2 * HOUR_S, 2],
      ]),
    ).toEqual({ index: 0, what: 'overlaps' })
  })
})

test('a new range goes from the end of the last one through midnight, where something is left', () => {
  expect(rangeToAdd([])).toEqual([0, DAY_S, 0])
  expect(rangeToAdd([[0, 6 * HOUR_S, 1]])).toEqual([6 * HOUR_S, DAY_S, 0])
  fc.assert(
    fc.property(anyDay, (ranges) => {
      const added = rangeToAdd(ranges)
      if (added === null) expect(ranges.some(([, end]) => end === DAY_S)).toBe(true)
      else expect(ranges.every(([, end]) => end <= added[0])).toBe(true)
    }),
  )
})

test('a day copied to others stands there, and the rest of the week stays', () => {
  fc.assert(
    fc.property(
      fc.array(anyDay, { minLength: 7, maxLength: 7 }),
      fc.nat(6),
      fc.subarray([0, 1, 2, 3, 4, 5, 6]),
      (week, from, to) => {
        for (const [weekday, ranges] of copyDay(week, from, to).entries())
          expect(ranges).toEqual(to.includes(weekday) ? week[from] : week[weekday])
      },
    ),
  )
})

describe('a range over midnight', () => {
  test('is split at midnight, also from Saturday to Sunday', () => {
    const night: ScheduleRange = [22 * HOUR_S, 6 * HOUR_S, 3]
    const split = overMidnight(on(6, [night]), 6, 0)
    expect(split?.[6]).toEqual([[22 * HOUR_S, DAY_S, 3]])
    expect(split?.[0]).toEqual([[0, 6 * HOUR_S, 3]])
    expect(split && carriedUntil(split, 6)).toBe(6 * HOUR_S)
  })

  test('is not, where the next day is taken or the range ends as it should', () => {
    const week = on(1, [[22 * HOUR_S, 6 * HOUR_S, 3]])
    expect(overMidnight(week.with(2, [[5 * HOUR_S, 7 * HOUR_S, 1]]), 1, 0)).toBeNull()
    expect(overMidnight(on(1, [[0, HOUR_S, 1]]), 1, 0)).toBeNull()
    expect(overMidnight(on(1, [[DAY_S, HOUR_S, 1]]), 1, 0)).toBeNull()
    expect(carriedUntil(on(1, [[0, DAY_S, 1]]), 1)).toBeNull()
    expect(carriedUntil(daily([[0, DAY_S, 0]]), 1)).toBeNull()
  })

  test('is as long as it was, and leaves a right week right', () => {
    fc.assert(
      fc.property(anyRange, anyRange, fc.nat(6), (night, other, weekday) => {
        fc.pre(night[1] < night[0] && night[0] < DAY_S)
        const nextDay = (weekday + 1) % 7
        const week = free.with(weekday, [night]).with(nextDay, other[1] > other[0] ? [other] : [])
        const split = overMidnight(week, weekday, 0)
        if (split === null) {
          expect(other[0]).toBeLessThan(night[1])
          return
        }
        expect(faultOfWeek(Object.fromEntries(split.entries()))).toBeNull()
        const length = (ranges: readonly ScheduleRange[]) => ranges.reduce((sum, [from, to]) => sum + to - from, 0)
        const all = split.reduce((sum, ranges) => sum + length(ranges), 0)
        expect(all).toBe(DAY_S - night[0] + night[1] + length(week[nextDay] ?? []))
      }),
    )
  })
})

test('a daily template is put on the days asked for, a weekly one on all', () => {
  const existing: ScheduleRange[] = [[0, HOUR_S, 1]]
  const given: ScheduleRange[] = [[HOUR_S, 2 * HOUR_S, 2]]
  expect(withTemplate(daily(existing), given, [1, 2])).toEqual([
    existing,
    given,
    given,
    existing,
    existing,
    existing,
    existing,
  ])
  expect(withTemplate(daily(existing), { 3: given }, [1])).toEqual([[], [], [], given, [], [], []])
})
