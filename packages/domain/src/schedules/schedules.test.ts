import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_S } from '../time/index.ts'
import {
  daily,
  defaultSchedule,
  faultOfDay,
  faultOfWeek,
  hasShifts,
  horizonOfPlan,
  normaliseSchedule,
  outside,
  type Schedule,
  type ScheduleRange,
  shiftsOfSchedule,
} from './index.ts'
import { scheduleProperties } from './schedules.testing.ts'

const at = (iso: string): number => Temporal.Instant.from(iso).epochMilliseconds
const iso = (instant: number): string => Temporal.Instant.fromEpochMilliseconds(instant).toString()
const period = (from: string, to: string) => ({ from: at(from), to: at(to) })

test.each(scheduleProperties)('$says', ({ holds }) => holds(100))

describe('a schedule', () => {
  test.each<[ScheduleRange[], string]>([
    [[[-1, 10, 0]], '0 does not lie between'],
    [[[0, 86_401, 0]], '0 does not lie between'],
    [[[10, 10, 0]], '0 does not end after'],
    [[[20, 10, 0]], '0 does not end after'],
    [[[0, 10, 4 as never]], '0 has no shift'],
    [[[0, 10.5, 0]], '0 is not three'],
    [
      [
        [0, 10, 1],
        [9, 20, 2],
      ],
      '1 starts before',
    ],
    [
      [
        [20, 30, 1],
        [0, 10, 2],
      ],
      '1 starts before',
    ],
  ])('of %o is not: %s', (ranges, words) => {
    expect(faultOfDay(ranges)).toContain(words)
    expect(faultOfWeek({ 3: ranges })).toContain(`3/${words}`)
  })

  test('has weekdays from 0 to 6 only', () => {
    expect(faultOfWeek({ 7: [] })).toBe('7 is no weekday from 0 to 6')
  })

  test('knows whether it has shifts', () => {
    expect(hasShifts(defaultSchedule)).toBe(false)
    expect(hasShifts(normaliseSchedule({ 5: [[0, 300, 2]] }))).toBe(true)
  })
})

const NIGHT: Schedule = daily([
  [0, 6 * HOUR_S, 3],
  [22 * HOUR_S, 24 * HOUR_S, 3],
])
const msOf = (rows: readonly { startedAt: number; endedAt: number }[]) =>
  rows.reduce((sum, row) => sum + row.endedAt - row.startedAt, 0)

describe('the shifts of a schedule', () => {
  test.each([
    ['all day in spring', defaultSchedule, 'America/New_York', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z', 82_800],
    ['all day in fall', defaultSchedule, 'America/New_York', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', 90_000],
    ['a night in spring', NIGHT, 'America/New_York', '2026-03-08T03:00:00Z', '2026-03-08T10:00:00Z', 25_200],
    ['a night in fall', NIGHT, 'America/New_York', '2026-11-01T02:00:00Z', '2026-11-01T11:00:00Z', 32_400],
    [
      'Lord Howe in fall',
      daily([[HOUR_S, 3 * HOUR_S, 1]]),
      'Australia/Lord_Howe',
      '2026-04-04T13:00:00Z',
      '2026-04-05T13:30:00Z',
      9000,
    ],
    [
      'Lord Howe in spring',
      daily([[HOUR_S, 3 * HOUR_S, 1]]),
      'Australia/Lord_Howe',
      '2026-10-03T13:30:00Z',
      '2026-10-04T13:00:00Z',
      5400,
    ],
    [
      'an hour that is left out',
      daily([[2 * HOUR_S, 3 * HOUR_S, 1]]),
      'America/New_York',
      '2026-03-08T05:00:00Z',
      '2026-03-09T04:00:00Z',
      0,
    ],
    [
      'a day that is left out',
      defaultSchedule,
      'Pacific/Apia',
      '2011-12-29T10:00:00Z',
      '2012-01-01T10:00:00Z',
      172_800 + 86_400,
    ],
  ] as const)('%s', (_name, schedule, zone, from, to, seconds) => {
    expect(msOf(shiftsOfSchedule(schedule, zone, period(from, to))) / 1000).toBe(seconds)
  })

  test('meet in time where they meet on the wall, on days of change too', () => {
    const changes = fc.constantFrom(
      ['America/New_York', '2026-03-08'],
      ['America/New_York', '2026-11-01'],
      ['America/Havana', '2026-11-01'],
      ['America/St_Johns', '2010-11-07'],
      ['America/Sao_Paulo', '2018-11-04'],
    )
    fc.assert(
      fc.property(
        changes,
        fc.uniqueArray(fc.integer({ min: 1, max: 287 }), { maxLength: 8 }),
        ([zone, date], marks) => {
          const bounds = [0, ...[...marks].sort((a, b) => a - b), 288]
          const ranges = bounds
            .slice(1)
            .map((to, i): ScheduleRange => [(bounds[i] as number) * 300, to * 300, ((i % 3) + 1) as 1])
          const noon = at(`${date}T12:00:00Z`)
          const rows = shiftsOfSchedule(daily(ranges), zone ?? '', { from: noon - 172_800_000, to: noon + 172_800_000 })
          expect(msOf(rows)).toBe(4 * 86_400_000)
          for (const [i, row] of rows.entries())
            if (i > 0) expect(iso(row.startedAt)).toBe(iso(rows[i - 1]?.endedAt ?? 0))
        },
      ),
    )
  })

  test('go on to the end of tomorrow, and one day further from midnight on', () => {
    expect(horizonOfPlan(at('2026-03-07T12:00:00Z'), 'America/New_York')).toEqual({
      to: at('2026-03-09T04:00:00Z'),
      dueAt: at('2026-03-08T05:00:00Z'),
    })
    expect(horizonOfPlan(at('2026-03-08T05:00:00Z'), 'America/New_York').to).toBe(at('2026-03-10T04:00:00Z'))
  })
})

test('What is written goes around what people touched', () => {
  const span = fc
    .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 20 }))
    .map(([from, length]) => ({ from, to: from + length }))
  fc.assert(
    fc.property(span, fc.array(span, { maxLength: 6 }), (cut, spans) => {
      const row = { shift: 1 as const, startedAt: cut.from, endedAt: cut.to, zone: 'UTC' }
      const left = outside([row], spans)
      const rowsAt = (instant: number) =>
        left.filter(({ startedAt, endedAt }) => startedAt <= instant && instant < endedAt).length
      const isWanted = (instant: number) =>
        cut.from <= instant && instant < cut.to && !spans.some(({ from, to }) => from <= instant && instant < to)
      const instants = Array.from({ length: 130 }, (_, instant) => instant)
      expect(instants.map(rowsAt)).toEqual(instants.map((instant) => (isWanted(instant) ? 1 : 0)))
    }),
  )
})
