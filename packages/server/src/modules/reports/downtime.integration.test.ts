import { readJob } from '@millwatch/contract/http/jobs'
import { downtimeFields, downtimeOfEquipment, downtimeOfOrgUnit } from '@millwatch/contract/http/reports'
import { startRun } from '@millwatch/contract/http/runs'
import { createTag } from '@millwatch/contract/http/runs-tags'
import { updateShifts } from '@millwatch/contract/http/shifts'
import { createReason } from '@millwatch/contract/http/stops-reasons'
import { updateEquipment } from '@millwatch/contract/http/tree'
import type { Role } from '@millwatch/domain/identity'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany, tokensOf } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const start = Date.UTC(2026, 2, 2, 8)
const clock = manualClock(start)
const at = (minutes: number) => start + minutes * MINUTE_MS
const iso = (minutes: number) => new Date(at(minutes)).toISOString()

const { t, company, root } = await appWithCompany({ clock })
const tokens = await tokensOf(t, company)

/** A machine that stood still from 10 to 60, from 70 to 80 and since 90, at minute 140. */
async function machine(name: string) {
  clock.set(start)
  const made = await machineWithDevice(t, tokens.admin, root, name)
  clock.set(at(140))
  const statuses: [number, string][] = [
    [0, 'running'],
    [10, 'down'],
    [60, 'running'],
    [70, 'down'],
    [80, 'running'],
    [90, 'down'],
  ]
  await made.send(statuses.map(([minutes, status]) => ({ t: at(minutes), type: 'status', status })))
  await made.send([{ t: at(140), type: 'ping', since: at(0) }])
  return made
}

type Named = Record<(typeof downtimeFields)[number], unknown>
async function report(id: number, query: { startDate: string; endDate?: string }, role: Role = 'user') {
  const answer = await t.ask(downtimeOfEquipment, { token: tokens[role], params: { id }, query })
  const rows = answer.data.map(
    (row) => Object.fromEntries(answer.fields.map((field, i) => [field, row[i]])) as unknown as Named,
  )
  return { ...answer, rows }
}
/** Ends the row of shift history that contains the instant there, as an admin does it. */
async function endShiftsAt(id: number, end: string): Promise<void> {
  const { rows } = await t.db.owner.query<{ id: number }>(
    `select shift_history_id::float8 as id from shift_history where equipment_id = $1 and started_at < $2 and ended_at > $2`,
    [id, Date.parse(end)],
  )
  const body = { updates: rows.map((row) => ({ id: row.id, end })) }
  const { job } = await t.ask(updateShifts, { token: tokens.admin, body })
  const state = async () => (await t.ask(readJob, { token: tokens.admin, params: { id: job.id } })).job.state
  await expect.poll(state, { timeout: 30_000 }).toBe('finished')
}

const write = (id: unknown, body: object, role: Role = 'user') =>
  t.call('PUT', `/v0/status/${id}`, { token: tokens[role], body })

describe('the excessive downtime report', () => {
  test('has the stops with enough scheduled time in them, one that goes on up to now', async () => {
    const { id } = await machine('Press')
    const { rows, fields, equipment } = await report(id, { startDate: iso(-60) })
    expect(fields).toEqual([...downtimeFields])
    expect(rows).toMatchObject([
      {
        equipment_id: id,
        equip_name: 'Press',
        status_id: 2,
        started_at: at(10) / 1000,
        ended_at: at(60) / 1000,
        active: false,
        duration_s: 3000,
        xsf_dt_duration_s: 3000,
        status_reason_id: null,
        notes: null,
        tags: [],
        parts: [],
        xsf_report_ignored: false,
        threshold_s: 2100,
      },
      { started_at: at(90) / 1000, ended_at: null, active: true, duration_s: 3000 },
    ])
    expect(equipment).toEqual({ [id]: { name: 'Press', org_units: [{ id: root, name: 'acme' }] } })
  })

  test('is about stops that touch the period, whole', async () => {
    const { id } = await machine('Touch')
    const starts = async (from: number, to: number) =>
      (await report(id, { startDate: iso(from), endDate: iso(to) })).rows.map((row) => row.started_at)
    expect(await starts(59, 90)).toEqual([at(10) / 1000])
    expect(await starts(60, 90)).toEqual([])
    expect(await starts(60, 91)).toEqual([at(90) / 1000])
    expect(await starts(500, 600)).toEqual([])
    const answer = await t.call('GET', `/v0/e/${id}/reports/xsfdt?startDate=${iso(5)}&endDate=${iso(1)}`, {
      token: tokens.user,
    })
    expect(answer.status).toBe(400)
  })

  test('counts scheduled time only, by the threshold at the start of the stop', async () => {
    const { id } = await machine('Threshold')
    const body = { excessive_downtime_threshold: 300, from: iso(65) }
    await t.ask(updateEquipment, { token: tokens.admin, params: { id }, body })
    const { rows } = await report(id, { startDate: iso(0) })
    expect(rows.map((row) => row.started_at)).toEqual([10, 70, 90].map((offset) => at(offset) / 1000))
    expect(rows.map((row) => row.threshold_s)).toEqual([2100, 300, 300])
    await endShiftsAt(id, iso(20))
    expect((await report(id, { startDate: iso(0) })).rows).toEqual([])
  })

  test('checks stops that are weeks apart by the shifts around each', async () => {
    const { id, send } = await machine('Far apart')
    const later = 30 * 24 * 60
    clock.set(at(later + 140))
    const statuses: [number, string][] = [
      [later, 'running'],
      [later + 10, 'down'],
      [later + 70, 'running'],
    ]
    await send(statuses.map(([minutes, status]) => ({ t: at(minutes), type: 'status', status })))
    await send([{ t: at(later + 140), type: 'ping', since: at(later) }])
    // The sessions of the other tests are over by then.
    const token = await t.signIn(company.emailOf('user'))
    const reported = async (from: number, to: number) => {
      const query = { startDate: iso(from), endDate: iso(to) }
      const { data } = await t.ask(downtimeOfEquipment, { token, params: { id }, query })
      return new Map(data.map((row) => [(row[4] * 1000 - start) / MINUTE_MS, row[8]]))
    }
    const all = await reported(-60, later + 140)
    expect([...all.keys()]).toEqual(expect.arrayContaining([10, later + 10]))
    for (const [from, scheduledS] of all)
      expect([from, (await reported(from, from + 1)).get(from)]).toEqual([from, scheduledS])
  })

  test('shows what was written, reasons by name, and the tags of the run meanwhile', async () => {
    const { id } = await machine('Written')
    const token = tokens.admin
    const tag = (await t.ask(createTag, { token, body: { name: 'Order' } })).tag.id
    await t.ask(startRun, { token, body: { equipId: id, tags: [tag], startedAt: iso(100) } })
    const jam = (await t.ask(createReason, { token, body: { reason: 'Jam' } })).reason.id
    const before = await report(id, { startDate: iso(0) })
    await write(before.rows[1]?.id, { status_reason_id: jam })
    await write(before.rows[1]?.id, { notes: 'belt' })
    const { rows, reasons } = await report(id, { startDate: iso(0) })
    expect(rows).toMatchObject([
      { status_reason_id: null, tags: [] },
      { status_reason_id: jam, status_reason: 'Jam', notes: 'belt', tags: [tag] },
    ])
    expect(reasons[jam]).toBe('Jam')
  })

  test('leaves out what is ignored, except for superusers, who may restore it', async () => {
    const { id } = await machine('Ignored')
    const [first] = (await report(id, { startDate: iso(0) })).rows
    await write(first?.id, { xsf_report_ignored: true }, 'superuser')
    expect((await report(id, { startDate: iso(0) })).rows).toHaveLength(1)
    expect((await report(id, { startDate: iso(0) }, 'admin')).rows).toHaveLength(1)
    const { rows } = await report(id, { startDate: iso(0) }, 'superuser')
    expect(rows.map((row) => row.xsf_report_ignored)).toEqual([true, false])
    await write(first?.id, { xsf_report_ignored: false }, 'superuser')
    expect((await report(id, { startDate: iso(0) })).rows).toHaveLength(2)
  })

  test('leaves out a machine of which it is not tracked, and says so on its own page', async () => {
    const { id } = await machine('Untracked')
    const body = { excessive_downtime_enabled: false }
    await t.ask(updateEquipment, { token: tokens.admin, params: { id }, body })
    expect(await report(id, { startDate: iso(0) })).toMatchObject({
      rows: [],
      message: 'Excessive downtime tracking is disabled for this equipment. Enable it in the equipment configuration.',
    })
    const query = { startDate: iso(0) }
    const unit = await t.ask(downtimeOfOrgUnit, { token: tokens.user, params: { id: root }, query })
    expect(unit.message).toBeUndefined()
    expect(unit.data.map((row) => row[2])).not.toContain('Untracked')
    expect(new Set(unit.data.map((row) => row[2]))).toContain('Press')
    expect(unit.data.map((row) => row[4])).toEqual(unit.data.map((row) => row[4]).sort((a, b) => a - b))
  })
})
