/** Compares the effective run and scheduled time of the domain with the reference model, interval by interval. */

import { datedRanges } from '@millwatch/domain/shifts'
import { type Bucket, bucketOfDate, bucketsOf, msWithin, type Range } from '@millwatch/domain/time'
import { defaultEquipmentSettings, type SettingsFrom } from '@millwatch/domain/tree'
import {
  accountOf,
  addInterval,
  type ClassifiedInterval,
  type CountsAs,
  classifiedIntervals,
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
  sumFigures,
  timeClass,
  timeInUnit,
  weigh,
} from '@millwatch/domain/utilization'
import fc from 'fast-check'
import { expect } from 'vitest'
import { intervalMs, zone } from './arbitraries.ts'
import { type ReferenceBuckets, referenceByBucket } from './buckets.ts'
import type { ReferenceMachine, ReferenceSettings } from './machine.ts'
import { machines } from './machines.ts'
import { rowOf } from './shift-rules.ts'
import {
  nothing,
  type ReferenceFigures,
  type ReferenceQuestion,
  referenceFigures,
  referenceLeftOut,
  referenceSplit,
  referenceStops,
  sumOf,
} from './utilization.ts'

const settingsOf = (settings: ReferenceSettings): SettingsFrom => ({
  ...defaultEquipmentSettings,
  from: settings.from,
  parentOrgUnitId: settings.unit,
  active: settings.active,
  utilExcluded: settings.excluded,
  utilCappedBySchedule: settings.cappedBySchedule,
  utilInclLtXsfDt: settings.shortDowntimeCounts,
  excessiveDowntimeThresholdMs: settings.thresholdMs,
  hourlyRevenue: settings.hourlyRevenue,
  hourlyParts: settings.hourlyParts,
})

const timeOf = (machine: ReferenceMachine): MachineTime => ({
  intervals: machine.intervals.map(({ status, start, end }) => ({ status, startedAt: start, endedAt: end })),
  shifts: datedRanges(machine.rows.map(rowOf)),
  settings: machine.settings.map(settingsOf),
})

/**
 * Returns the sum of the time figures of some ranges, computed separately for each entry of the settings. `takes` returns the
 * part of an interval that counts, or null to leave it out.
 */
function actualFigures(
  time: MachineTime,
  ranges: readonly Range[],
  now: number,
  takes: (interval: ClassifiedInterval, from: number, to: number) => Range | null,
): Figures {
  const parts = time.settings.flatMap((settings, i) =>
    ranges.flatMap((range) => {
      const from = Math.max(range.from, i === 0 ? range.from : settings.from)
      const to = Math.min(range.to, time.settings[i + 1]?.from ?? range.to)
      if (from >= to) return []
      const sums = noSums()
      for (const interval of classifiedIntervals(time, { from, to }, now)) {
        const taken = takes(interval, from, to)
        if (taken !== null) addInterval(sums, interval, taken.from, taken.to)
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
  Figures & ReferenceFigures,
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

function agree(actual: Figures, expected: ReferenceFigures): void {
  expect(exact(actual)).toEqual(exact(expected))
  expect(actual.actualRevenue).toBeCloseTo(expected.revenueActual, 4)
  expect(actual.potentialRevenue).toBeCloseTo(expected.revenuePotential, 4)
  expect(actual.potentialParts).toBeCloseTo(expected.partsPotential, 4)
}

const questions = fc.record({
  one: machines,
  shift: fc.constantFrom(0, 0, 1, 2, 3),
  fromMs: intervalMs,
  lengthMs: intervalMs,
})

function questionOf({ one: { machine, now }, shift, fromMs, lengthMs }: Asked): ReferenceQuestion {
  const from = (machine.intervals[0]?.start ?? 0) - 3_600_000 + fromMs
  const rest = { under: null, ignoreStartup: false, ignoreOutliers: false }
  return { from, to: from + 1 + lengthMs, now, shift, ...rest }
}

type Asked = typeof questions extends fc.Arbitrary<infer Value> ? Value : never

/**
 * Compares `numRuns` random periods, for all shifts or a single shift, with the reference model; now may be inside the period,
 * before or after it. Throws an error at a counter-example.
 */
export function utilizationAgrees(numRuns: number): void {
  const property = fc.property(questions, (value) => {
    const { machine, now } = value.one
    const question = questionOf(value)
    const time = timeOf(machine)
    const actual = actualFigures(time, [{ from: question.from, to: question.to }], now, (interval, from, to) =>
      question.shift === 0 || interval.shift === question.shift ? { from, to } : null,
    )
    agree(actual, referenceFigures(machine, question))
  })
  fc.assert(property, { numRuns })
}

/**
 * Compares the figures of buckets of any length in any zone, by wall time or by the day of the shift, with the reference model in
 * `numRuns` random cases. Throws an error at a counter-example.
 */
export function bucketsOfUtilizationAgree(numRuns: number): void {
  const buckets = fc.record({
    intervalS: fc.constantFrom(900 as const, 3600 as const, 86_400 as const, 604_800 as const),
    zone,
    dayStartMin: fc.constantFrom(0, 0, 90, 360, 1425),
    weekStart: fc.constantFrom(0 as const, 1 as const),
  })
  const property = fc.property(questions, buckets, (value, by) => {
    const { machine, now } = value.one
    const question = questionOf(value)
    const actual = actualByBucket(timeOf(machine), question, by, now)
    const expected = referenceByBucket(machine, question, by)
    for (const [start, figures] of expected) agree(actual.get(start) ?? noFigures, figures)
    const whole = referenceFigures(machine, question)
    expect(exact(sumOf([...expected.values()]))).toEqual(exact(whole))
    agree(sumFigures([noFigures, ...actual.values()]), whole)
  })
  fc.assert(property, { numRuns })
}

function actualByBucket(
  time: MachineTime,
  question: ReferenceQuestion,
  by: ReferenceBuckets,
  now: number,
): Map<number, Figures> {
  const { shift, from } = question
  const to = Math.min(question.to, now)
  const byDate = shift !== 0 && by.intervalS >= 86_400
  const week = { zone: by.zone, dayStartMin: by.dayStartMin, firstWeekday: by.weekStart }
  const dates = byDate
    ? classifiedIntervals(time, { from, to }, now).filter((interval) => interval.shift === shift)
    : []
  const buckets = bucketsOf(
    { from, to },
    by.intervalS,
    week,
    dates.map(({ shiftDate }) => shiftDate),
  )
  const isOf = (bucket: Bucket, interval: ClassifiedInterval) =>
    bucketOfDate(buckets, interval.shiftDate)?.firstDay === bucket.firstDay
  return new Map(
    buckets.map((bucket) => [
      bucket.whole.from,
      actualFigures(time, [byDate ? { from, to } : bucket], now, (interval, start, end) => {
        if (shift !== 0 && interval.shift !== shift) return null
        return !byDate || isOf(bucket, interval) ? { from: start, to: end } : null
      }),
    ]),
  )
}

/**
 * Compares the sums of units whose machines move between units and are archived or excluded in between with the reference model,
 * in `numRuns` random cases. Throws an error at a counter-example.
 */
export function unitSumsAgree(numRuns: number): void {
  const under = fc.constantFrom([1], [1, 2], [3], [1, 2, 3])
  const property = fc.property(fc.array(questions, { minLength: 1, maxLength: 3 }), under, (all, units) => {
    const [first] = all
    if (first === undefined) return
    const period = questionOf(first)
    const now = Math.max(...all.map(({ one: machineCase }) => machineCase.now))
    const question = { ...period, under: units, now }
    const actual = all.map(({ one: { machine } }) => {
      const time = timeOf(machine)
      const { counts } = timeInUnit(time.settings, new Set(units), { from: period.from, to: period.to })
      return actualFigures(time, counts, now, (interval, from, to) =>
        period.shift === 0 || interval.shift === period.shift ? { from, to } : null,
      )
    })
    agree(sumFigures(actual), sumOf(all.map(({ one: { machine } }) => referenceFigures(machine, question))))
    for (const { one: machineCase } of all)
      agreeOnLeftOut(machineCase.machine, { ...question, now: machineCase.now }, units)
  })
  fc.assert(property, { numRuns })
}

/**
 * Checks that the account of a machine as part of a unit leaves out the same time as the reference model, for the same reason.
 * Archived time is compared only without a shift.
 */
function agreeOnLeftOut(machine: ReferenceMachine, question: ReferenceQuestion, units: readonly number[]): void {
  const { from, to, now } = question
  const time = timeOf(machine)
  const inUnit = timeInUnit(time.settings, new Set(units), { from, to })
  const shift = question.shift === 0 ? null : (question.shift as 1 | 2 | 3)
  const entries = accountOf(time, { from, to }, now, { shift, inUnit })
  const msOf = (as: CountsAs) =>
    entries.filter((entry) => entry.as === as).reduce((sum, entry) => sum + entry.to - entry.from, 0)
  const { archivedMs, excludedMs, elsewhereMs } = referenceLeftOut(machine, question)
  expect({ excluded: msOf('excluded'), elsewhere: msOf('elsewhere') }).toEqual({
    excluded: excludedMs,
    elsewhere: elsewhereMs,
  })
  if (shift === null) expect(msOf('archived')).toBe(archivedMs)
}

/**
 * Compares which stops are excessive, and the scheduled time of each stop, with the reference model in `numRuns` random cases.
 * Throws an error at a counter-example.
 */
export function stopsAgree(numRuns: number): void {
  const property = fc.property(questions, (value) => {
    const { machine, now } = value.one
    const time = timeOf(machine)
    const counted = countedShifts(time)
    for (const stop of referenceStops(machine, Number.NEGATIVE_INFINITY, now, now)) {
      const span = { from: stop.start, to: stop.end ?? now }
      expect(msWithin(span, counted)).toBe(stop.scheduledMs)
      expect(isExcessive(span, counted, time.settings)).toBe(stop.excessive)
    }
  })
  fc.assert(property, { numRuns })
}

/**
 * Compares the rows of at most 400 quarter-hours, by shift and day, with the times that the reference model gives for them, in
 * `numRuns` random cases. Throws an error at a counter-example.
 */
export function rollupsAgree(numRuns: number): void {
  const property = fc.property(questions, (value) => {
    const { machine, now } = value.one
    const question = { ...questionOf({ ...value, shift: 0 }), to: now }
    const from = Math.floor(question.from / QUARTER_MS) * QUARTER_MS
    const count = Math.min(400, Math.max(0, Math.ceil((now - from) / QUARTER_MS)))
    const edges = Array.from({ length: count + 1 }, (_, i) => from + i * QUARTER_MS)
    const to = edges.at(-1) ?? from
    const actual = rowsBetween(edges, classifiedIntervals(timeOf(machine), { from, to }, now), []).flat()
    const name = (at: number, shift: number, date: number) => `${at} ${shift} ${date}`
    const expected = referenceSplit(
      machine,
      { ...question, from, to },
      (at, occurrence) =>
        name(Math.floor(at / QUARTER_MS) * QUARTER_MS, occurrence?.shift ?? OUTSIDE, occurrence?.date ?? 0),
      edges,
    )
    const rows = new Map(actual.map((row) => [name(row.bucketAt, row.shift, row.shiftDate), row.sums]))
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
const totalMs = (figures: ReferenceFigures = nothing()): number =>
  figures.runningMs + figures.downMs + figures.offlineMs + figures.poweredOffMs
