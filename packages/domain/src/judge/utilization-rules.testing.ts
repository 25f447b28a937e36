/** Effective run and scheduled time: what the domain makes of a machine's time against stretch after stretch looked at. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { shiftPieces } from '../shifts/index.ts'
import { type Bucket, bucketBearing, bucketsOf, type Range } from '../time/index.ts'
import type { SettingsFrom } from '../tree/index.ts'
import {
  accountOf,
  addInterval,
  type ClassifiedInterval,
  type CountsAs,
  countedShifts,
  type Figures,
  figuresUnder,
  isExcessive,
  type MachineTime,
  noFigures,
  noSums,
  OUTSIDE,
  rowsBetween,
  SUM,
  scheduledMsOf,
  standingUnder,
  stretchesOf,
  sumFigures,
  timeClass,
  weigh,
} from '../utilization/index.ts'
import { stretchMs, zone } from './arbitraries.testing.ts'
import { type NaiveBuckets, naiveByBucket } from './buckets.testing.ts'
import type { NaiveMachine, NaiveSettings } from './machine.testing.ts'
import { machines } from './machines.testing.ts'
import { rowOf } from './shift-rules.testing.ts'
import {
  type NaiveFigures,
  type NaiveQuestion,
  naiveFigures,
  naiveLeftOut,
  naiveSplit,
  naiveStops,
  nothing,
  sumOf,
} from './utilization.testing.ts'

const settingsOf = (one: NaiveSettings): SettingsFrom => ({
  from: one.from,
  parentOrgUnitId: one.unit,
  active: one.active,
  utilExcluded: one.excluded,
  utilCappedBySchedule: one.cappedBySchedule,
  utilInclLtXsfDt: one.shortDowntimeCounts,
  excessiveDowntimeEnabled: true,
  excessiveDowntimeThresholdMs: one.thresholdMs,
  maximumCycleMs: 300_000,
  hourlyRevenue: one.hourlyRevenue,
  hourlyParts: one.hourlyParts,
  source: null,
})

const timeOf = (machine: NaiveMachine): MachineTime => ({
  intervals: machine.intervals.map(({ status, start, end }) => ({ status, startedAt: start, endedAt: end })),
  shifts: shiftPieces(machine.rows.map(rowOf)),
  settings: machine.settings.map(settingsOf),
})

/** The time figures of some ranges, each stretch of settings on its own, as `takes` says which time counts. */
function toldFigures(
  time: MachineTime,
  ranges: readonly Range[],
  now: number,
  takes: (stretch: ClassifiedInterval, from: number, to: number) => Range | null,
): Figures {
  const parts = time.settings.flatMap((settings, i) =>
    ranges.flatMap((range) => {
      const from = Math.max(range.from, i === 0 ? range.from : settings.from)
      const to = Math.min(range.to, time.settings[i + 1]?.from ?? range.to)
      if (from >= to) return []
      const sums = noSums()
      for (const stretch of stretchesOf(time, { from, to }, now)) {
        const taken = takes(stretch, from, to)
        if (taken !== null) addInterval(sums, stretch, taken.from, taken.to)
      }
      return [figuresUnder(weigh(sums, settings), settings)]
    }),
  )
  return sumFigures([noFigures, ...parts])
}

const exact = ({ runningMs, downMs, offlineMs, poweredOffMs, scheduledMs, effectiveRunMs, ...rest }: TimeFigures) => ({
  ...{ runningMs, downMs, offlineMs, poweredOffMs, scheduledMs, effectiveRunMs },
  outsideCountedMs: rest.outsideCountedMs,
  outsideLeftOutMs: rest.outsideLeftOutMs,
  shortDownCountedMs: rest.shortDownCountedMs,
  shortDownLeftOutMs: rest.shortDownLeftOutMs,
  excessiveDownMs: rest.excessiveDownMs,
})

type TimeFigures = Pick<
  Figures & NaiveFigures,
  | 'runningMs'
  | 'downMs'
  | 'offlineMs'
  | 'poweredOffMs'
  | 'scheduledMs'
  | 'effectiveRunMs'
  | 'outsideCountedMs'
  | 'outsideLeftOutMs'
  | 'shortDownCountedMs'
  | 'shortDownLeftOutMs'
  | 'excessiveDownMs'
>

function agree(told: Figures, expected: NaiveFigures): void {
  expect(exact(told)).toEqual(exact(expected))
  expect(told.actualRevenue).toBeCloseTo(expected.revenueActual, 4)
  expect(told.potentialRevenue).toBeCloseTo(expected.revenuePotential, 4)
  expect(told.potentialParts).toBeCloseTo(expected.partsPotential, 4)
}

const asked = fc.record({
  one: machines,
  shift: fc.constantFrom(0, 0, 1, 2, 3),
  fromMs: stretchMs,
  lengthMs: stretchMs,
})

function questionOf({ one: { machine, now }, shift, fromMs, lengthMs }: Asked): NaiveQuestion {
  const from = (machine.intervals[0]?.start ?? 0) - 3_600_000 + fromMs
  const rest = { under: null, ignoreStartup: false, ignoreOutliers: false }
  return { from, to: from + 1 + lengthMs, now, shift, ...rest }
}

type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never

/** Any period, whatever the shift or of one; now may lie inside of it, before or after. */
export function utilizationAgrees(numRuns: number): void {
  const property = fc.property(asked, (value) => {
    const { machine, now } = value.one
    const question = questionOf(value)
    const time = timeOf(machine)
    const told = toldFigures(time, [{ from: question.from, to: question.to }], now, (stretch, from, to) =>
      question.shift === 0 || stretch.shift === question.shift ? { from, to } : null,
    )
    agree(told, naiveFigures(machine, question))
  })
  fc.assert(property, { numRuns })
}

/** Buckets of any length in any zone, by wall time or by the day of the shift. */
export function bucketsOfUtilizationAgree(numRuns: number): void {
  const buckets = fc.record({
    intervalS: fc.constantFrom(900 as const, 3600 as const, 86_400 as const, 604_800 as const),
    zone,
    dayStartMin: fc.constantFrom(0, 0, 90, 360, 1425),
    weekStart: fc.constantFrom(0 as const, 1 as const),
  })
  const property = fc.property(asked, buckets, (value, by) => {
    const { machine, now } = value.one
    const question = questionOf(value)
    const told = toldByBucket(timeOf(machine), question, by, now)
    const expected = naiveByBucket(machine, question, by)
    for (const [start, figures] of expected) agree(told.get(start) ?? noFigures, figures)
    const whole = naiveFigures(machine, question)
    expect(exact(sumOf([...expected.values()]))).toEqual(exact(whole))
    agree(sumFigures([noFigures, ...told.values()]), whole)
  })
  fc.assert(property, { numRuns })
}

function toldByBucket(time: MachineTime, question: NaiveQuestion, by: NaiveBuckets, now: number): Map<number, Figures> {
  const { shift, from } = question
  const to = Math.min(question.to, now)
  const byDate = shift !== 0 && by.intervalS >= 86_400
  const week = { zone: by.zone, dayStartMin: by.dayStartMin, firstWeekday: by.weekStart }
  const dates = byDate ? stretchesOf(time, { from, to }, now).filter((one) => one.shift === shift) : []
  const buckets = bucketsOf(
    { from, to },
    by.intervalS,
    week,
    dates.map(({ shiftDate }) => shiftDate),
  )
  const isOf = (bucket: Bucket, stretch: ClassifiedInterval) =>
    bucketBearing(buckets, stretch.shiftDate)?.firstDay === bucket.firstDay
  return new Map(
    buckets.map((bucket) => [
      bucket.whole.from,
      toldFigures(time, [byDate ? { from, to } : bucket], now, (stretch, start, end) => {
        if (shift !== 0 && stretch.shift !== shift) return null
        return !byDate || isOf(bucket, stretch) ? { from: start, to: end } : null
      }),
    ]),
  )
}

/** Machines that move between units, are archived and excluded on the way. */
export function unitSumsAgree(numRuns: number): void {
  const under = fc.constantFrom([1], [1, 2], [3], [1, 2, 3])
  const property = fc.property(fc.array(asked, { minLength: 1, maxLength: 3 }), under, (all, units) => {
    const [first] = all
    if (first === undefined) return
    const period = questionOf(first)
    const now = Math.max(...all.map(({ one }) => one.now))
    const question = { ...period, under: units, now }
    const told = all.map(({ one: { machine } }) => {
      const time = timeOf(machine)
      const { counts } = standingUnder(time.settings, new Set(units), { from: period.from, to: period.to })
      return toldFigures(time, counts, now, (stretch, from, to) =>
        period.shift === 0 || stretch.shift === period.shift ? { from, to } : null,
      )
    })
    agree(sumFigures(told), sumOf(all.map(({ one: { machine } }) => naiveFigures(machine, question))))
    for (const { one } of all) agreeOnLeftOut(one.machine, { ...question, now: one.now }, units)
  })
  fc.assert(property, { numRuns })
}

/** The account of a machine as part of a unit leaves out the same time, for the same reason. */
function agreeOnLeftOut(machine: NaiveMachine, question: NaiveQuestion, units: readonly number[]): void {
  const { from, to, now } = question
  const time = timeOf(machine)
  const standing = standingUnder(time.settings, new Set(units), { from, to })
  const shift = question.shift === 0 ? null : (question.shift as 1 | 2 | 3)
  const entries = accountOf(time, { from, to }, now, { shift, standing })
  const msOf = (as: CountsAs) =>
    entries.filter((entry) => entry.as === as).reduce((sum, entry) => sum + entry.to - entry.from, 0)
  const { archivedMs, excludedMs, elsewhereMs } = naiveLeftOut(machine, question)
  expect({ excluded: msOf('excluded'), elsewhere: msOf('elsewhere') }).toEqual({
    excluded: excludedMs,
    elsewhere: elsewhereMs,
  })
  if (shift === null) expect(msOf('archived')).toBe(archivedMs)
}

/** Which stops are excessive, and how much scheduled time each has. */
export function stopsAgree(numRuns: number): void {
  const property = fc.property(asked, (value) => {
    const { machine, now } = value.one
    const time = timeOf(machine)
    const counted = countedShifts(time)
    for (const stop of naiveStops(machine, Number.NEGATIVE_INFINITY, now, now)) {
      const span = { from: stop.start, to: stop.end ?? now }
      expect(scheduledMsOf(span, counted)).toBe(stop.scheduledMs)
      expect(isExcessive(span, counted, time.settings)).toBe(stop.excessive)
    }
  })
  fc.assert(property, { numRuns })
}

/** Every row of quarter-hours says what the intervals say of that quarter-hour, shift and day. */
export function rollupsAgree(numRuns: number): void {
  const property = fc.property(asked, (value) => {
    const { machine, now } = value.one
    const question = { ...questionOf({ ...value, shift: 0 }), to: now }
    const from = Math.floor(question.from / QUARTER_MS) * QUARTER_MS
    const count = Math.min(400, Math.max(0, Math.ceil((now - from) / QUARTER_MS)))
    const edges = Array.from({ length: count + 1 }, (_, i) => from + i * QUARTER_MS)
    const to = edges.at(-1) ?? from
    const told = rowsBetween(edges, stretchesOf(timeOf(machine), { from, to }, now), []).flat()
    const name = (at: number, shift: number, date: number) => `${at} ${shift} ${date}`
    const expected = naiveSplit(
      machine,
      { ...question, from, to },
      (at, occurrence) =>
        name(Math.floor(at / QUARTER_MS) * QUARTER_MS, occurrence?.shift ?? OUTSIDE, occurrence?.date ?? 0),
      edges,
    )
    const rows = new Map(told.map((row) => [name(row.bucketAt, row.shift, row.shiftDate), row.sums]))
    const lived = [...expected].filter(([, figures]) => totalMs(figures) > 0)
    expect([...rows.keys()].sort()).toEqual(lived.map(([key]) => key).sort())
    for (const [key, figures] of lived) {
      const sums = rows.get(key) ?? noSums()
      const at = (as: number) => (sums[SUM.inside + as] ?? 0) + (sums[SUM.outside + as] ?? 0)
      expect({
        runningMs: at(timeClass.running),
        downMs: at(timeClass.downShort) + at(timeClass.downExcessive),
        offlineMs: at(timeClass.offline),
        poweredOffMs: at(timeClass.poweredOff),
        excessiveDownMs: sums[SUM.inside + timeClass.downExcessive],
      }).toEqual({
        runningMs: figures.runningMs,
        downMs: figures.downMs,
        offlineMs: figures.offlineMs,
        poweredOffMs: figures.poweredOffMs,
        excessiveDownMs: figures.excessiveDownMs,
      })
    }
  })
  fc.assert(property, { numRuns })
}

const QUARTER_MS = 900_000
const totalMs = (figures: NaiveFigures = nothing()): number =>
  figures.runningMs + figures.downMs + figures.offlineMs + figures.poweredOffMs
