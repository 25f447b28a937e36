/** Compares the summary of a unit with the reference models: units, machines, buckets, exceptions, excessive stops. */
import { summaryOfOrgUnit } from '@millwatch/contract/http/reports-summary'
import { OFFLINE, POWERED_OFF, RUNNING } from '@millwatch/domain/status'
import { type ReferenceBuckets, referenceByBucket } from '../reference/buckets.ts'
import type { ReferenceMachine } from '../reference/machine.ts'
import { type ReferenceQuestion, referenceFigures, referenceInterval, sumOf } from '../reference/utilization.ts'
import type { Comparison } from './comparison.ts'
import { iso, zone } from './recorded-plant.ts'
import type { WrittenMachine, WrittenPlant } from './unit-reports-plant.ts'
import { type ExpectedStop, expectedStops } from './unit-reports-stops.ts'

const HOUR_MS = 3_600_000

interface Unit {
  readonly id: number
  /** Ids of the unit itself and of all units below it. */
  readonly under: readonly number[]
  readonly here: readonly WrittenMachine[]
}

/**
 * Returns a machine that "runs" where it was offline and is powered off elsewhere, so that its effective run is the scheduled
 * time without data.
 */
const offlineOnly = ({ intervals, settings, ...machine }: ReferenceMachine): ReferenceMachine => ({
  ...machine,
  intervals: intervals.map((span) => ({ ...span, status: span.status === OFFLINE ? RUNNING : POWERED_OFF })),
  settings: settings.map((setting) => ({ ...setting, cappedBySchedule: true, shortDowntimeCounts: false })),
})

const percent = (run: number, scheduled: number): number | null => (scheduled === 0 ? null : (run / scheduled) * 100)

function sumsOf(machines: readonly ReferenceMachine[], question: ReferenceQuestion) {
  const figures = sumOf(machines.map((machine) => referenceFigures(machine, question)))
  const offline = sumOf(machines.map((machine) => referenceFigures(offlineOnly(machine), question)))
  return {
    util_pct: percent(figures.effectiveRunMs, figures.scheduledMs),
    run_secs: figures.effectiveRunMs / 1000,
    scheduled_s: figures.scheduledMs / 1000,
    offline_scheduled_s: offline.effectiveRunMs / 1000,
  }
}

/**
 * Returns the utilization of a machine by bucket in %, rounded to 2 decimals, and the indexes of the buckets without data. The
 * utilization is null for a bucket without scheduled time or without data.
 */
function columnsOf(machine: ReferenceMachine, question: ReferenceQuestion, by: ReferenceBuckets) {
  const offline = referenceByBucket(offlineOnly(machine), question, by)
  const columns = [...referenceByBucket(machine, question, by)].map(([start, { effectiveRunMs, scheduledMs }]) => ({
    pct: percent(effectiveRunMs, scheduledMs),
    isWithoutData: scheduledMs > 0 && offline.get(start)?.effectiveRunMs === scheduledMs,
  }))
  return {
    by_bucket: columns.map(({ pct, isWithoutData }) =>
      pct === null || isWithoutData ? null : Math.round(pct * 100) / 100,
    ),
    buckets_without_data: columns.flatMap(({ isWithoutData }, place) => (isWithoutData ? [place] : [])),
  }
}

/**
 * Returns the number and the scheduled time (s) of the stops of a machine by reason, ordered by the id of the reason, stops
 * without a reason first. Ignored stops are left out.
 */
function excessiveOf(stops: readonly ExpectedStop[]) {
  const byReason = Map.groupBy(
    stops.filter(({ note }) => !note.isIgnored),
    ({ note }) => note.reason?.id ?? null,
  )
  return [...byReason]
    .map(([reasonId, those]) => ({
      status_reason_id: reasonId,
      stops: those.length,
      scheduled_s: those.reduce((sum, { scheduledMs }) => sum + scheduledMs, 0) / 1000,
    }))
    .sort(byId)
}

const byId = (a: { status_reason_id: number | null }, b: { status_reason_id: number | null }): number =>
  (a.status_reason_id ?? 0) - (b.status_reason_id ?? 0)

export async function compareSummary(
  written: WrittenPlant,
  { id, under, here }: Unit,
  [from, to]: readonly [number, number],
  comparison: Comparison,
): Promise<void> {
  const { plant, machines } = written
  const { now } = plant
  const query = { startDate: iso(from), endDate: iso(to) }
  const asking = { token: plant.token, params: { id }, query }
  const { units, equipment } = await plant.test.ask(summaryOfOrgUnit, asking)
  const about = `summary of unit ${id}, ${query.startDate} to ${query.endDate}`
  const question = { from, to, now, shift: 0, ignoreStartup: false, ignoreOutliers: false }
  const all = machines.map(({ reference }) => reference)
  const unders = [under, ...under.filter((other) => other !== id).map((other) => [other])]
  comparison.same(
    units.map(({ id: unit, name: _, ...sums }) => ({ ...sums, id: unit })),
    unders.map((some, i) => ({
      ...sumsOf(all, { ...question, under: some }),
      id: i === 0 ? id : some[0],
      parent_id: i === 0 ? null : id,
    })),
    `${about}, units`,
  )
  const intervalS = Math.max(3600, referenceInterval(from, to, zone)) as 3600 | 86_400
  const by = { intervalS, zone, dayStartMin: 0, weekStart: 0 as const }
  const stops = Map.groupBy(expectedStops(written, here, from, to), ({ machine }) => machine)
  comparison.same(
    equipment.map(({ parent_org_unit_id, active, last_contact_at, excessive, ...row }) => ({
      ...row,
      excessive: excessive.toSorted(byId),
    })),
    here.map(({ id: machine, name, reference }) => {
      const last = reference.intervals.at(-1)
      const cycleAt = reference.cycles.filter(({ count }) => count > 0).at(-1)?.at ?? null
      return {
        ...{ id: machine, name, util_excluded: false },
        current_status: last === undefined ? null : { status: last.status, started_at: iso(last.start) },
        ...sumsOf([reference], { ...question, under: null }),
        ...columnsOf(reference, { ...question, under: null }, by),
        latest_cycle_at: cycleAt === null ? null : iso(cycleAt),
        // The devices of machines without cycles send their status.
        no_recent_cycle: cycleAt !== null && now - cycleAt >= 48 * HOUR_MS,
        excessive: excessiveOf(stops.get(machine) ?? []),
      }
    }),
    about,
  )
  for (const { excessive } of equipment)
    comparison.same(
      excessive.map(({ scheduled_s }) => scheduled_s),
      excessive.map(({ scheduled_s }) => scheduled_s).sort((a, b) => b - a),
      `${about}, the longest first`,
    )
}
