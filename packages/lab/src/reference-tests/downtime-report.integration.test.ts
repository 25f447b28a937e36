import { type downtimeFields, downtimeOfOrgUnit } from '@millwatch/contract/http/reports'
import { updateScheduleOfOrgUnit } from '@millwatch/contract/http/schedules'
import { annotateStop } from '@millwatch/contract/http/stops'
import { createReason } from '@millwatch/contract/http/stops-reasons'
import { updateEquipment } from '@millwatch/contract/http/tree'
import { type ParetoStop, paretoOf } from '@millwatch/domain/stops'
import { manualClock } from '@millwatch/server/platform/clock'
import { type Random, randomFrom, seedOf } from '@millwatch/simulator/base/random'
import { expect, test } from 'vitest'
import { appWithCompany, tokensOf } from '../app/app-with-company.ts'
import { machineWithDevice } from '../app/inject-app.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const start = Date.UTC(2026, 2, 2)
const end = start + 72 * HOUR
const iso = (at: number): string => new Date(at).toISOString()

const clock = manualClock(start)
const { t, company, root } = await appWithCompany({ clock })
const tokens = await tokensOf(t, company)

type Named = Record<(typeof downtimeFields)[number], unknown>

/** Reads the report of the whole plant as a superuser, who sees ignored stops too. */
async function reported(from: number, to: number): Promise<Named[]> {
  const query = { startDate: iso(from), endDate: iso(to) }
  const { fields, data } = await t.ask(downtimeOfOrgUnit, { token: tokens.superuser, params: { id: root }, query })
  return data.map((row) => Object.fromEntries(fields.map((field, i) => [field, row[i]])) as Named)
}

/** Makes a machine that runs and stops at random for three days, and whose threshold changes once. */
async function randomMachine(name: string, random: Random): Promise<void> {
  clock.set(start)
  const machine = await machineWithDevice(t, tokens.admin, root, name)
  clock.set(end)
  const events: object[] = []
  for (let [at, isRunning] = [start, true]; at < end; isRunning = !isRunning) {
    events.push({ t: at, type: 'status', status: isRunning ? 'running' : 'down' })
    at += Math.ceil(random() ** 2 * (isRunning ? 6 : 9) * HOUR)
  }
  await machine.send([...events, { t: end, type: 'ping', since: start }])
  const change = {
    excessive_downtime_threshold: 300 + Math.floor(random() * 5000),
    from: iso(start + random() * 72 * HOUR),
  }
  await t.ask(updateEquipment, { token: tokens.admin, params: { id: machine.id }, body: change })
}

/** Stops computed from stored intervals, shift history, settings and annotations, with nothing of the program's rules. */
const computed = async (from: number, to: number) => {
  const { rows } = await t.db.owner.query<Record<string, string | null>>(
    `select i.equipment_id as machine, i.started_at as "from", coalesce(i.ended_at, $1::bigint) as "to", i.ended_at,
       (select coalesce(sum(least(coalesce(i.ended_at, $1::bigint), h.ended_at) - greatest(i.started_at, h.started_at)), 0) from shift_history h
         where h.equipment_id = i.equipment_id and h.started_at < coalesce(i.ended_at, $1::bigint) and h.ended_at > i.started_at) as scheduled,
       (select s.excessive_downtime_threshold_ms from equipment_setting s
         where s.equipment_id = i.equipment_id and s.valid_from <= i.started_at order by s.valid_from desc limit 1) as threshold,
       a.status_reason_id as reason, coalesce(a.ignored, false)::text as ignored
     from status_interval i left join stop_annotation a on a.equipment_id = i.equipment_id and a.started_at = i.started_at
     where i.status_id = 2 and i.started_at < $3 and coalesce(i.ended_at, $1::bigint) > $2
     order by i.started_at, i.equipment_id`,
    [end, from, to],
  )
  return rows
    .filter((row) => Number(row.scheduled) >= Number(row.threshold))
    .map((row) => ({
      machine: Number(row.machine),
      from: Number(row.from),
      to: row.ended_at === null ? null : Number(row.ended_at),
      durationMs: Number(row.to) - Number(row.from),
      scheduledMs: Number(row.scheduled),
      thresholdMs: Number(row.threshold),
      reason: row.reason === null ? null : Number(row.reason),
      isIgnored: row.ignored === 'true',
    }))
}

const ms = (seconds: unknown): number => Math.round(Number(seconds) * 1000)

const asStop = (row: Named): ParetoStop => ({
  machine: { id: Number(row.equipment_id), name: String(row.equip_name) },
  reason:
    row.status_reason_id === null
      ? null
      : { id: Number(row.status_reason_id), name: String(row.status_reason), group: null },
  tags: [],
  scheduledMs: ms(row.xsf_dt_duration_s),
  isIgnored: row.xsf_report_ignored === true,
})

/** Returns hours and stops by a key, as `key: ms in stops`, sorted. */
function sums(stops: readonly { scheduledMs: number; isIgnored: boolean }[], keyOf: (place: number) => unknown) {
  const all: Record<string, [number, number]> = {}
  stops.forEach(({ scheduledMs, isIgnored }, place) => {
    if (isIgnored) return
    const [before, number] = all[String(keyOf(place))] ?? [0, 0]
    all[String(keyOf(place))] = [before + scheduledMs, number + 1]
  })
  return all
}

test('On a random plant the rows of the report and the sums of its Pareto chart equal those computed from stored intervals', async () => {
  const random = randomFrom(seedOf('downtime report', 'plant'))
  const shifts: [number, number, 0 | 1 | 2 | 3][] = [
    [6 * 3600, 14 * 3600, 1],
    [14 * 3600 + 1800, 22 * 3600, 2],
  ]
  const schedule = { 0: [], 1: shifts, 2: shifts, 3: shifts, 4: shifts, 5: shifts, 6: [] }
  await t.ask(updateScheduleOfOrgUnit, { token: tokens.admin, params: { id: root }, body: { schedule } })
  for (const name of ['Press', 'Saw', 'Mill', 'Lathe']) await randomMachine(name, random)
  const reasons: number[] = []
  for (const reason of ['Jam', 'Setup', 'Tool'])
    reasons.push((await t.ask(createReason, { token: tokens.admin, body: { reason } })).reason.id)
  for (const { id } of await reported(start, end)) {
    const write = (body: object) => t.call(annotateStop.method, `/v0/status/${id}`, { token: tokens.superuser, body })
    const reason = reasons[Math.floor(random() * 5)]
    if (reason !== undefined) await write({ status_reason_id: reason })
    if (random() < 0.2) await write({ xsf_report_ignored: true })
  }
  const periods = Array.from({ length: 12 }, () => {
    const from = start + Math.floor(random() * 60 * HOUR)
    return [from, from + 1 + Math.floor(random() * 40 * HOUR)] as const
  })
  const all = [[start, end] as const, ...periods]
  const compared = await compare(all)
  expect(compared).toBeGreaterThan(60)
  // The same from rows of built rollups, and with those of a machine dirty.
  await t.app.flow.rollUp()
  const built = await t.db.owner.query('select from rollup_stop')
  expect(built.rowCount).toBeGreaterThan(20)
  expect(await compare(all)).toBe(compared)
  await t.db.owner.query(
    `insert into rollup_dirty (company_id, equipment_id, started_at, ended_at)
      select company_id, equipment_id, $1::bigint, $2::bigint from rollup_state order by equipment_id limit 1`,
    [start, end],
  )
  await t.db.owner.query('delete from rollup_stop where equipment_id = (select min(equipment_id) from rollup_dirty)')
  expect(await compare(all)).toBe(compared)
}, 60_000)

/** Compares the report with what is computed, period by period; returns the number of rows of all together. */
async function compare(periods: readonly (readonly [from: number, to: number])[]): Promise<number> {
  let compared = 0
  for (const [from, to] of periods) {
    const [rows, expected] = [await reported(from, to), await computed(from, Math.min(to, end))]
    const answered = rows.map((row) => ({
      machine: Number(row.equipment_id),
      from: ms(row.started_at),
      to: row.ended_at === null ? null : ms(row.ended_at),
      durationMs: ms(row.duration_s),
      scheduledMs: ms(row.xsf_dt_duration_s),
      thresholdMs: ms(row.threshold_s),
      reason: row.status_reason_id === null ? null : Number(row.status_reason_id),
      isIgnored: row.xsf_report_ignored,
    }))
    expect(answered, `${iso(from)} to ${iso(to)}`).toEqual(expected)
    const stops = rows.map(asStop)
    for (const subject of ['reason', 'machine'] as const) {
      const { bars, scheduledMs } = paretoOf(stops, subject, 'hours')
      const byKey = Object.fromEntries(bars.map((bar) => [bar.key, [bar.scheduledMs, bar.stops]]))
      expect(byKey).toEqual(sums(expected, (place) => expected[place]?.[subject] ?? 'none'))
      expect(scheduledMs).toBe(expected.reduce((sum, each) => sum + (each.isIgnored ? 0 : each.scheduledMs), 0))
    }
    compared += rows.length
  }
  return compared
}
