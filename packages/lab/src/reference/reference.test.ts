import { describe, expect, test } from 'vitest'
import { threeShifts } from './arbitraries.ts'
import { referenceByBucket } from './buckets.ts'
import type { ReferenceMachine, ReferenceSettings } from './machine.ts'
import { referenceOccurrences } from './occurrences.ts'
import { referenceCyclesTotal, referenceRun } from './runs.ts'
import { type ReferencePlan, referenceShifts, scheduledByPlan } from './shifts.ts'
import { referenceFigures, referenceStops } from './utilization.ts'
import { dayOfKey, instantAt } from './wall.ts'

const HOUR_MS = 3_600_000
const NEW_YORK = 'America/New_York'
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds
const midnight = (key: number, zone = NEW_YORK) => instantAt(dayOfKey(key), 0, zone)
const night: ReferencePlan = {
  at: 0,
  zone: NEW_YORK,
  schedule: Object.fromEntries(
    Array.from({ length: 7 }, (_, day) => [
      day,
      [
        [0, 21_600, 3],
        [79_200, 86_400, 3],
      ] as const,
    ]),
  ),
}

describe('The wall clock of the reference models', () => {
  test.each([
    ['a time that is not there is the instant of the change', 20260308, 9000, '2026-03-08T07:00:00Z'],
    ['a time that is there twice is the first', 20261101, 5400, '2026-11-01T05:30:00Z'],
    ['six in the morning is six on the wall, in spring', 20260308, 21_600, '2026-03-08T10:00:00Z'],
    ['and in autumn', 20261101, 21_600, '2026-11-01T11:00:00Z'],
  ])('%s', (_, key, second, instant) => {
    expect(instantAt(dayOfKey(key), second, NEW_YORK)).toBe(at(instant))
  })

  test.each([
    [NEW_YORK, 20260308, 82_800],
    [NEW_YORK, 20261101, 90_000],
    ['Australia/Lord_Howe', 20261004, 84_600],
    ['America/Havana', 20261101, 90_000],
    ['America/Phoenix', 20260308, 86_400],
  ])('in %s the day %i has %i seconds', (zone, key, seconds) => {
    expect((instantAt(dayOfKey(key) + 1, 0, zone) - midnight(key, zone)) / 1000).toBe(seconds)
  })
})

describe('The reference model of shifts', () => {
  test.each([
    [20260307, 25_200],
    [20261031, 32_400],
  ])('a night that begins on %i has %i seconds, and belongs to that day', (key, seconds) => {
    const rows = scheduledByPlan(night, midnight(key) - 48 * HOUR_MS, midnight(key) + 72 * HOUR_MS)
    const found = referenceOccurrences(rows).find(({ date }) => date === key)
    expect(((found?.end ?? 0) - (found?.start ?? 0)) / 1000).toBe(seconds)
  })

  test('a break of half an hour does not part a shift, and one of more does', () => {
    const from = midnight(20260601)
    const second = referenceOccurrences(
      scheduledByPlan({ at: 0, schedule: threeShifts, zone: NEW_YORK }, from, from + 86_400_000),
    )
    expect(second.filter(({ shift }) => shift === 2)).toHaveLength(1)
    const apart = [0, 3_600_001].map((ms) => ({
      start: from + ms,
      end: from + ms + 1_800_000,
      shift: 1,
      zone: NEW_YORK,
    }))
    expect(referenceOccurrences(apart)).toHaveLength(2)
  })

  test('what an admin did stands, late evidence writes back by what is in force then, and a change leaves the past', () => {
    const [first, change, late] = [
      midnight(20260601) + 8 * HOUR_MS,
      midnight(20260602) + 9 * HOUR_MS,
      midnight(20260603),
    ]
    const allDay = Object.fromEntries(Array.from({ length: 7 }, (_, day) => [day, [[0, 86_400, 1] as const]]))
    const none = {}
    const plans: ReferencePlan[] = [
      { at: 0, schedule: allDay, zone: NEW_YORK },
      { at: change, schedule: none, zone: NEW_YORK },
      { at: late - 1, schedule: night.schedule, zone: NEW_YORK },
    ]
    const firsts = [
      { at: first, beganAt: first },
      { at: late, beganAt: midnight(20260531) + HOUR_MS },
    ]
    const oldSpan = { start: midnight(20260601) + HOUR_MS, end: midnight(20260601) + 2 * HOUR_MS }
    const edits = [{ kind: 'delete' as const, at: first + 1, before: oldSpan }]
    const shifts = referenceShifts({ plans, firsts, edits }, late + 1).filter(({ start }) => start < late - 1)
    expect(shifts.map(({ start, end, shift }) => [start, end, shift])).toEqual([
      [midnight(20260531), midnight(20260531) + 6 * HOUR_MS, 3],
      [midnight(20260531) + 22 * HOUR_MS, midnight(20260601), 3],
      [midnight(20260601), oldSpan.start, 1],
      [oldSpan.end, change, 1],
    ])
  })
})

describe('The reference model of utilization', () => {
  const day = midnight(20260601)
  const plain: ReferenceSettings = {
    ...{ from: 0, unit: 1, active: true, excluded: false, cappedBySchedule: true, shortDowntimeCounts: false },
    ...{ thresholdMs: 2_100_000, hourlyRevenue: 100, hourlyParts: 60 },
  }
  /** A machine scheduled from 6 to 14 only. It runs from 5 to 9, is down for half an hour, runs, and is down from 12 on. */
  const machine: ReferenceMachine = {
    intervals: [
      { status: 1, start: day + 5 * HOUR_MS, end: day + 9 * HOUR_MS },
      { status: 2, start: day + 9 * HOUR_MS, end: day + 9.5 * HOUR_MS },
      { status: 1, start: day + 9.5 * HOUR_MS, end: day + 12 * HOUR_MS },
      { status: 2, start: day + 12 * HOUR_MS, end: null },
    ],
    rows: [{ start: day + 6 * HOUR_MS, end: day + 14 * HOUR_MS, shift: 1, zone: NEW_YORK }],
    settings: [plain],
    cycles: [{ at: day + 9 * HOUR_MS, count: 3, timeMs: 1000, startup: false, outlier: false }],
    readings: [],
    runs: [{ startedAt: day + 9 * HOUR_MS, endedAt: null, partsPerCycle: 4 }],
  }
  const baseQuestion = { from: day, to: day + 24 * HOUR_MS, now: day + 20 * HOUR_MS, shift: 0, under: null }
  const all = { ...baseQuestion, ignoreStartup: false, ignoreOutliers: false }

  test('counts what runs inside scheduled time', () => {
    const figures = referenceFigures(machine, all)
    expect(figures.scheduledMs).toBe(8 * HOUR_MS)
    expect(figures.effectiveRunMs).toBe(5.5 * HOUR_MS)
    expect(figures.outsideLeftOutMs).toBe(HOUR_MS)
    expect(figures.shortDownLeftOutMs).toBe(HOUR_MS / 2)
    expect(figures.excessiveDownMs).toBe(2 * HOUR_MS)
    expect([figures.revenueActual, figures.revenuePotential, figures.partsPotential]).toEqual([550, 800, 480])
    expect(figures.parts, 'a cycle at the start of a run is not its own').toBe(3)
  })

  test('counts more where the switches say so, and nothing while it is archived', () => {
    const open = { ...plain, cappedBySchedule: false, shortDowntimeCounts: true }
    expect(referenceFigures({ ...machine, settings: [open] }, all).effectiveRunMs).toBe(7 * HOUR_MS)
    const archived = [plain, { ...plain, from: day + 8 * HOUR_MS, active: false }]
    const figures = referenceFigures({ ...machine, settings: archived }, all)
    expect([figures.scheduledMs, figures.effectiveRunMs, figures.runningMs]).toEqual([
      2 * HOUR_MS,
      2 * HOUR_MS,
      6.5 * HOUR_MS,
    ])
  })

  test('knows a stop that is still going on by its scheduled time up to now', () => {
    const soon = day + 12 * HOUR_MS + 2_100_000
    expect(referenceStops(machine, day, soon, soon - 1).at(-1)?.excessive).toBe(false)
    expect(referenceStops(machine, day, soon, soon).at(-1)).toMatchObject({ excessive: true, scheduledMs: 2_100_000 })
  })

  test('puts the time of a night into the day on which it begins', () => {
    const rows = scheduledByPlan(night, day, day + 48 * HOUR_MS)
    const question = { ...all, shift: 3, from: day + 24 * HOUR_MS, to: day + 48 * HOUR_MS, now: day + 48 * HOUR_MS }
    const by = { intervalS: 86_400 as const, zone: NEW_YORK, dayStartMin: 0, weekStart: 0 as const }
    const actual = [...referenceByBucket({ ...machine, rows }, question, by)].map(([start, bucketFigures]) => [
      start,
      bucketFigures.scheduledMs,
    ])
    expect(actual).toEqual([
      [day, 6 * HOUR_MS],
      [day + 24 * HOUR_MS, 2 * HOUR_MS],
    ])
  })
})

describe('The reference model of runs', () => {
  test('end at the cycle that reaches their total, with all of its count', () => {
    const run = { startedAt: 0, endedByPersonAt: null, cyclesTotal: 4, partsPerCycle: 2, allowOverrun: false }
    const cycles = [0, 10, 20, 30].map((instant) => ({ at: instant, count: 3 }))
    expect(referenceRun(run, cycles)).toEqual({ endedAt: 20, cyclesCurrent: 6, parts: 12 })
    expect(referenceRun({ ...run, allowOverrun: true }, cycles)).toEqual({ endedAt: null, cyclesCurrent: 9, parts: 18 })
  })

  test('have as many cycles as their parts need', () => {
    expect([referenceCyclesTotal(10, 3), referenceCyclesTotal(9, 3), referenceCyclesTotal(1, 0.5)]).toEqual([4, 3, 2])
  })
})
