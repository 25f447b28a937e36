/** Compares the figures in the answers of calls with those of the reference model. */
import type { Answer } from '@millwatch/contract/endpoint'
import { utilizationOfEquipment, utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'
import { expect } from 'vitest'
import type { InjectApp } from '../app/inject-app.ts'
import { type ReferenceBuckets, referenceByBucket } from '../reference/buckets.ts'
import type { ReferenceMachine } from '../reference/machine.ts'
import {
  type ReferenceFigures,
  type ReferenceQuestion,
  referenceFigures,
  referenceLeftOut,
  sumOf,
} from '../reference/utilization.ts'
import { dateKey, dayNumber } from '../reference/wall.ts'

const iso = (at: number) => new Date(at).toISOString()
const ms = (seconds: number | undefined) => Math.round((seconds ?? Number.NaN) * 1000)

/** Question about the figures of a machine, or of a unit with its machines, over a period and by bucket. */
export interface AskedFigures {
  readonly kind: 'machine' | 'unit'
  readonly id: number
  /** The machine itself, or all machines that may have been under the unit; one that never was under it adds nothing. */
  readonly machines: readonly ReferenceMachine[]
  readonly question: ReferenceQuestion
  readonly by: ReferenceBuckets
}

/**
 * Compares the answer for the whole period, the time left out, and every bucket with the reference model. Returns the number of
 * answered buckets; throws an error at a difference. Empty buckets may be missing.
 */
export async function expectFigures(test: InjectApp, token: string, questioned: AskedFigures): Promise<number> {
  const { kind, id, question, by } = questioned
  const query = {
    ids: String(id),
    startDate: iso(question.from),
    endDate: iso(question.to),
    ...(question.shift === 0 ? {} : { shift: question.shift }),
    tz: by.zone,
    dayStartMin: by.dayStartMin,
    interval: by.intervalS,
    ignoreStartupCycles: question.ignoreStartup,
    ignoreOutlierCycles: question.ignoreOutliers,
  }
  const [answer] =
    kind === 'machine'
      ? (await test.ask(utilizationOfEquipment, { token, query })).equipment
      : (await test.ask(utilizationOfOrgUnits, { token, query })).orgUnits
  const about = `${kind} ${id}, shift ${question.shift}, by ${by.intervalS} s in ${by.zone}, of ${query.startDate} to ${query.endDate}`
  if (answer?.buckets === undefined) throw new Error(`no figures of ${about}`)
  const whole = sumOf(questioned.machines.map((machine) => referenceFigures(machine, question)))
  expect(settled(wholeOf(answer), expectedOf(whole)), `${about}, whole`).toEqual(expectedOf(whole))
  expect(leftOutOf(answer), `${about}, left out`).toEqual(leftOutExpected(questioned))
  const expected = bucketsExpected(questioned)
  const seen = bucketsOf(answer.buckets)
  const lived = (all: ReadonlyMap<string, Values>) => [...all].filter(([, values]) => !isEmpty(values))
  const close = lived(seen).map(([name, values]) => [name, settled(values, expected.get(name))])
  expect(Object.fromEntries(close), about).toEqual(Object.fromEntries(lived(expected)))
  return seen.size
}

type UtilizationAnswer = Answer<typeof utilizationOfEquipment>['equipment'][number]

const leftOutOf = ({ explained: { archived, excluded, elsewhere } }: UtilizationAnswer) => ({
  archivedMs: ms(archived.seconds),
  excludedMs: ms(excluded.seconds),
  elsewhereMs: ms(elsewhere.seconds),
})

function leftOutExpected({ machines, question }: AskedFigures): ReturnType<typeof leftOutOf> {
  const sum = { archivedMs: 0, excludedMs: 0, elsewhereMs: 0 }
  for (const machine of machines.filter((machine) => isEverUnder(machine, question))) {
    const left = referenceLeftOut(machine, question)
    for (const why of ['archivedMs', 'excludedMs', 'elsewhereMs'] as const) sum[why] += left[why]
  }
  return sum
}

/** Returns true if the machine was under the unit of the question at any time, or if the question is not about a unit. */
const isEverUnder = ({ settings }: ReferenceMachine, { under }: ReferenceQuestion): boolean =>
  under === null || settings.some(({ unit }) => under.includes(unit))

type Values = ReturnType<typeof expectedOf>

type Columns = NonNullable<Answer<typeof utilizationOfEquipment>['equipment'][number]['buckets']>

function bucketsOf(columns: Columns): Map<string, Values> {
  return new Map(
    columns.time.map((time, i) => {
      const date = columns.shift_date[i] ?? null
      const values = {
        scheduled: ms(columns.scheduled_secs[i]),
        effectiveRun: ms(columns.run_secs[i]),
        running: ms(columns.running_s[i]),
        down: ms(columns.down_s[i]),
        offline: ms(columns.offline_s[i]),
        poweredOff: ms(columns.powered_off_s[i]),
        cycles: columns.cycles[i] ?? Number.NaN,
        cycleTime: columns.cycle_time_avg[i] ?? null,
        temperature: columns.temp_avg[i] ?? null,
        analog: columns.analog_avg[i] ?? null,
        revenue: columns.revenue?.[i] ?? null,
        potentialRevenue: columns.potential_revenue?.[i] ?? null,
        parts: columns.parts?.[i] ?? null,
        potentialParts: columns.potential_parts?.[i] ?? null,
      }
      return [date === null ? iso(time * 1000) : String(date), values]
    }),
  )
}

const isEmpty = (values: Values) => Object.values(values).every((value) => value === 0 || value === null)

function bucketsExpected({ machines, question, by }: AskedFigures): Map<string, Values> {
  const byDate = question.shift !== 0 && by.intervalS >= 86_400
  const buckets = new Map<number, ReferenceFigures[]>()
  for (const machine of machines) {
    for (const [start, figures] of referenceByBucket(machine, question, by)) {
      buckets.set(start, [...(buckets.get(start) ?? []), figures])
    }
  }
  return new Map(
    [...buckets].map(([start, figures]) => {
      const name = byDate ? String(dateKey(dayNumber(start, by.zone))) : iso(Math.max(start, question.from))
      return [name, expectedOf(sumOf(figures))]
    }),
  )
}

function expectedOf(figures: ReferenceFigures) {
  const mean = ({ sum, count }: { sum: number; count: number }, scale: number): number | null =>
    count === 0 ? null : sum / count / scale
  return {
    scheduled: figures.scheduledMs,
    effectiveRun: figures.effectiveRunMs,
    running: figures.runningMs,
    down: figures.downMs,
    offline: figures.offlineMs,
    poweredOff: figures.poweredOffMs,
    cycles: figures.cycles,
    cycleTime: mean(figures.cycleTime, 1000),
    temperature: mean(figures.temperature, 1),
    analog: mean(figures.analog, 1),
    revenue: figures.revenueActual as number | null,
    potentialRevenue: figures.revenuePotential as number | null,
    parts: figures.parts as number | null,
    potentialParts: figures.partsPotential as number | null,
  }
}

function wholeOf(answer: UtilizationAnswer): Values {
  return {
    scheduled: ms(answer.scheduled_s),
    effectiveRun: ms(answer.run_secs),
    running: ms(answer.running_s),
    down: ms(answer.down_s),
    offline: ms(answer.offline_s),
    poweredOff: ms(answer.powered_off_s),
    cycles: answer.cycles,
    cycleTime: answer.cycle_time_avg,
    temperature: answer.temp_avg,
    analog: answer.analog_avg,
    revenue: answer.revenue ?? null,
    potentialRevenue: answer.potential_revenue ?? null,
    parts: answer.parts ?? null,
    potentialParts: answer.potential_parts ?? null,
  }
}

const exact = ['scheduled', 'effectiveRun', 'running', 'down', 'offline', 'poweredOff', 'cycles']

/**
 * Returns the answered values, but with the expected number in place of each inexact number that differs by at most 1e-9 of it,
 * because sums of decimals differ in their last digits by the order of addition.
 */
function settled(answered: Values, expected: Values | undefined): Values {
  if (expected === undefined) return answered
  const wanted = new Map(Object.entries(expected))
  const near = Object.entries(answered).map(([name, value]) => {
    const other = wanted.get(name)
    if (exact.includes(name) || typeof value !== 'number' || typeof other !== 'number') return [name, value]
    return [name, Math.abs(value - other) <= 1e-9 * Math.max(1, Math.abs(other)) ? other : value]
  })
  return Object.fromEntries(near) as Values
}
