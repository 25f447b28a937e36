/** Compares the reports of stops, runs and lost time with the reference model. */
import {
  downtimeFields,
  downtimeOfEquipment,
  lostTimeOfOrgUnit,
  runsOfEquipment,
} from '@millwatch/contract/http/reports'
import { expect } from 'vitest'
import type { InjectApp } from '../app/inject-app.ts'
import type { ReferenceMachine } from '../reference/machine.ts'
import { referenceLost, referenceOccurrences, thatCount } from '../reference/occurrences.ts'
import { referenceStops } from '../reference/utilization.ts'

const iso = (at: number) => new Date(at).toISOString()
const ms = (seconds: unknown) => Math.round(Number(seconds) * 1000)

export interface AskedReports {
  readonly test: InjectApp
  readonly token: string
  readonly from: number
  readonly to: number
  readonly now: number
}

interface Reported {
  readonly id: number
  readonly reference: ReferenceMachine
  readonly runs: readonly {
    readonly endedAt: number | null
    readonly cyclesCurrent: number
    readonly parts: number
    readonly run: { readonly startedAt: number }
  }[]
}

/**
 * Compares all excessive stops of a machine that overlap the period, each with its whole duration, with the reference model.
 * Throws an assertion error at a difference.
 */
export async function expectStops(
  { test, token, from, to, now }: AskedReports,
  { id, reference }: Reported,
): Promise<void> {
  const query = { startDate: iso(from), endDate: iso(to) }
  const { data } = await test.ask(downtimeOfEquipment, { token, params: { id }, query })
  const at = (name: (typeof downtimeFields)[number]) => downtimeFields.indexOf(name)
  const answered = data.map((row) => ({
    start: ms(row[at('started_at')]),
    end: row[at('ended_at')] === null ? null : ms(row[at('ended_at')]),
    durationMs: ms(row[at('duration_s')]),
    scheduledMs: ms(row[at('xsf_dt_duration_s')]),
  }))
  const expected = referenceStops(reference, from, to, now)
    .filter(({ excessive }) => excessive)
    .map(({ start, end, durationMs, scheduledMs }) => ({ start, end, durationMs, scheduledMs }))
  expect(answered, `excessive downtime of ${id}, ${query.startDate} to ${query.endDate}`).toEqual(expected)
}

/**
 * Compares all runs of a machine that overlap the period, with their counts and the latest first, with the reference model.
 * Throws an assertion error at a difference.
 */
export async function expectRuns({ test, token, from, to, now }: AskedReports, { id, runs }: Reported): Promise<void> {
  const query = { startDate: iso(from), endDate: iso(to) }
  const answered = (await test.ask(runsOfEquipment, { token, params: { id }, query })).runs.map((run) => ({
    startedAt: run.started_at,
    endedAt: run.ended_at,
    cycles: run.cycles_current,
    parts: run.parts_actual,
  }))
  const expected = runs
    // A period that ends later than now ends now, so a run that starts at this instant has no time in it yet.
    .filter(({ run, endedAt }) => run.startedAt < Math.min(to, now) && (endedAt === null || endedAt > from))
    .map(({ run, endedAt, cyclesCurrent, parts }) => ({
      startedAt: iso(run.startedAt),
      endedAt: endedAt === null ? null : iso(endedAt),
      cycles: cyclesCurrent,
      parts,
    }))
    .reverse()
  expect(answered, `runs of ${id}, ${query.startDate} to ${query.endDate}`).toEqual(expected)
}

/**
 * Compares every shift of a machine that overlaps the period and has begun with the reference model: its times, its date and its
 * lost time. Throws an assertion error at a difference.
 */
export async function expectLost(
  { test, token, from, to, now }: AskedReports,
  unitId: number,
  { id, reference }: Reported,
): Promise<void> {
  const query = { startDate: iso(from), endDate: iso(to) }
  const { report } = await test.ask(lostTimeOfOrgUnit, { token, params: { id: unitId }, query })
  const answered = report
    .filter((row) => row.equipId === id && row.shift > 0)
    .map((row) => ({
      start: row.start,
      end: row.end,
      shift: row.shift,
      date: Number(row.date.replaceAll('-', '')),
      lateStartMs: ms(row.lateStart),
      earlyShutdownMs: ms(row.earlyShutdown),
      full: row.full,
    }))
  const running = reference.intervals
    .filter(({ status }) => status === 1)
    .map(({ start, end }) => ({ start, end: end ?? now }))
  const expected = thatCount(
    referenceOccurrences(reference.rows),
    reference.intervals[0]?.start ?? now,
    reference.settings,
  )
    .filter(({ start, end, shift }) => shift > 0 && start < now && start < to && end > from)
    .map(({ start, end, shift, date }) => {
      const lost = referenceLost({ start, end }, running, now)
      return {
        ...{ start: iso(start), end: iso(end), shift, date, lateStartMs: lost.lateStartMs, full: lost.full },
        earlyShutdownMs: lost.earlyShutdownMs ?? 0,
      }
    })
  const byStart = (a: { start: string; shift: number }, b: { start: string; shift: number }) =>
    a.start < b.start ? -1 : a.start > b.start ? 1 : a.shift - b.shift
  expect(answered.sort(byStart), `lost time of ${id}, ${query.startDate} to ${query.endDate}`).toEqual(
    expected.sort(byStart),
  )
}
