/** Compares the report of excessive downtime of a unit and its Pareto charts with the reference models. */
import { downtimeFields, downtimeOfOrgUnit } from '@millwatch/contract/http/reports'
import { type ParetoStop, paretoOf } from '@millwatch/domain/stops'
import { referenceStops } from '../reference/utilization.ts'
import type { Comparison } from './comparison.ts'
import { iso } from './recorded-plant.ts'
import type { WrittenMachine, WrittenNote, WrittenPlant } from './unit-reports-plant.ts'

const ms = (seconds: unknown): number => Math.round(Number(seconds) * 1000)

/** Excessive stop as the report of the unit must contain it, made by the reference models. Instants are epoch ms. */
export interface ExpectedStop {
  readonly machine: number
  readonly name: string
  readonly start: number
  readonly end: number | null
  readonly durationMs: number
  readonly scheduledMs: number
  readonly thresholdMs: number
  readonly note: WrittenNote
  readonly tags: readonly number[]
}

const nothingWritten: WrittenNote = { reason: null, isIgnored: false }

/**
 * Returns the stops that overlap the period from `from` (inclusive) to `to` (exclusive), epoch ms, and are excessive by the
 * reference models, by start and then by machine. An open stop has the end null, and its duration lasts until now.
 */
export function expectedStops(
  { plant: { now }, notes }: WrittenPlant,
  machines: readonly WrittenMachine[],
  from: number,
  to: number,
): ExpectedStop[] {
  return machines
    .flatMap(({ id, name, reference, runs }) =>
      referenceStops(reference, from, to, now)
        .filter(({ excessive }) => excessive)
        .map((stop) => ({
          machine: id,
          name,
          ...stop,
          thresholdMs: reference.settings.findLast((setting) => setting.from <= stop.start)?.thresholdMs ?? 0,
          note: notes.get(`${id} ${stop.start}`) ?? nothingWritten,
          tags: runs
            .filter((run) => run.startedAt < (stop.end ?? now) && (run.endedAt ?? now) > stop.start)
            .flatMap((run) => run.tags)
            .sort((a, b) => a - b),
        })),
    )
    .sort((a, b) => a.start - b.start || a.machine - b.machine)
}

/**
 * Compares the rows of excessive downtime of a unit, their order, and the bars and sums of all Pareto charts with the reference
 * models. A difference throws an assertion error.
 */
export async function compareStops(
  written: WrittenPlant,
  unit: { readonly id: number; readonly machines: readonly WrittenMachine[] },
  [from, to]: readonly [number, number],
  comparison: Comparison,
): Promise<void> {
  const { plant, tagNames } = written
  const query = { startDate: iso(from), endDate: iso(to) }
  const asking = { token: plant.superuserToken, params: { id: unit.id }, query }
  const { data, reasons } = await plant.test.ask(downtimeOfOrgUnit, asking)
  const rows = data.map(
    (row) => Object.fromEntries(downtimeFields.map((field, i) => [field, row[i]])) as Record<string, unknown>,
  )
  const stops = expectedStops(written, unit.machines, from, to)
  const about = `unit ${unit.id}, ${query.startDate} to ${query.endDate}`
  comparison.same(
    rows.map((row) => ({
      ...{ machine: row.equipment_id, name: row.equip_name, active: row.active, tags: row.tags },
      start: ms(row.started_at),
      end: row.ended_at === null ? null : ms(row.ended_at),
      ...{ durationMs: ms(row.duration_s), scheduledMs: ms(row.xsf_dt_duration_s), thresholdMs: ms(row.threshold_s) },
      ...{ reason: row.status_reason, reasonId: row.status_reason_id, isIgnored: row.xsf_report_ignored },
    })),
    stops.map(({ note, ...stop }) => ({
      ...{ machine: stop.machine, name: stop.name, active: stop.end === null, tags: stop.tags },
      start: stop.start,
      end: stop.end,
      ...{ durationMs: stop.durationMs, scheduledMs: stop.scheduledMs, thresholdMs: stop.thresholdMs },
      ...{ reason: note.reason?.name ?? null, reasonId: note.reason?.id ?? null, isIgnored: note.isIgnored },
    })),
    `excessive downtime of ${about}`,
  )
  const groups = new Map(stops.flatMap(({ note: { reason } }) => (reason ? [[reason.id, reason.group] as const] : [])))
  const shown = rows.map((row): ParetoStop => {
    const id = row.status_reason_id as number | null
    return {
      machine: { id: Number(row.equipment_id), name: String(row.equip_name) },
      reason: id === null ? null : { id, name: reasons[id] ?? '', group: groups.get(id) ?? null },
      tags: (row.tags as number[]).map((tag) => ({ id: tag, name: tagNames.get(tag) ?? '' })),
      scheduledMs: ms(row.xsf_dt_duration_s),
      isIgnored: row.xsf_report_ignored === true,
    }
  })
  const namesOf: Record<'reason' | 'group' | 'machine' | 'tag', (stop: ExpectedStop) => (string | null)[]> = {
    reason: ({ note }) => [note.reason?.name ?? null],
    group: ({ note }) => [note.reason?.group ?? null],
    machine: ({ name }) => [name],
    tag: ({ tags }) => (tags.length === 0 ? [null] : tags.map((tag) => tagNames.get(tag) ?? '')),
  }
  for (const subject of ['reason', 'group', 'machine', 'tag'] as const)
    for (const measure of ['hours', 'stops'] as const) {
      const { bars, ...sums } = paretoOf(shown, subject, measure)
      const expected = expectedBars(stops, namesOf[subject], measure)
      const actual = bars.map(({ name, scheduledMs, stops: many }) => ({ name, scheduledMs, stops: many }))
      comparison.same(actual, expected, `Pareto by ${subject} and ${measure} of ${about}`)
      const counted = stops.filter(({ note }) => !note.isIgnored)
      const total = counted.reduce((sum, { scheduledMs }) => sum + scheduledMs, 0)
      comparison.same(
        { scheduledMs: sums.scheduledMs, stops: sums.stops },
        { scheduledMs: total, stops: counted.length },
        `Pareto by ${subject} and ${measure} of ${about}, sums`,
      )
    }
}

/**
 * Returns the bars of a Pareto chart, ignored stops left out, the greatest first. Equal bars are ordered by name regardless of
 * case, the bar without a name last of them.
 */
function expectedBars(
  stops: readonly ExpectedStop[],
  namesOf: (stop: ExpectedStop) => (string | null)[],
  measure: 'hours' | 'stops',
) {
  const names = [...new Set(stops.filter(({ note }) => !note.isIgnored).flatMap(namesOf))]
  const bars = names.map((name) => {
    const those = stops.filter((stop) => !stop.note.isIgnored && namesOf(stop).includes(name))
    return { name, scheduledMs: those.reduce((sum, { scheduledMs }) => sum + scheduledMs, 0), stops: those.length }
  })
  const sizeOf = (bar: (typeof bars)[number]): number => (measure === 'hours' ? bar.scheduledMs : bar.stops)
  const place = (name: string | null): string => (name === null ? '\uffff' : name.toLowerCase())
  return bars.sort((a, b) => sizeOf(b) - sizeOf(a) || (place(a.name) < place(b.name) ? -1 : 1))
}
