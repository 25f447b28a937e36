import { restatementsOfEquipment, statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { createReason, listReasons, updateReason } from '@millwatch/contract/http/stops-reasons'
import { createEquipment, createOrgUnit, removeOrgUnit, updateEquipment } from '@millwatch/contract/http/tree'
import type { Role } from '@millwatch/domain/identity'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany, tokensOf } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { asSystem } from '../../platform/ctx.ts'
import { annotateStops } from './annotate-stop.ts'

const start = Date.UTC(2026, 2, 2, 8)
const clock = manualClock(start)
const at = (minutes: number) => start + minutes * MINUTE_MS
const iso = (minutes: number) => new Date(at(minutes)).toISOString()

const { t, company, root } = await appWithCompany({ clock })
const tokens = await tokensOf(t, company)

const machine = async () => {
  clock.set(start)
  const made = await machineWithDevice(t, tokens.admin, root)
  /** Sends status events at minutes after the start, and evidence every five minutes up to the last one. */
  const says = (...events: [number, 'running' | 'down'][]) =>
    made.send(events.map(([minutes, status]) => ({ t: at(minutes), type: 'status', status })))
  const alive = (from: number, to: number) => made.send([{ t: at(to), type: 'ping', since: at(from) }])
  const log = async () => {
    const query = { startDate: iso(-60), endDate: iso(600) }
    return t.ask(statusOfEquipment, { token: tokens.user, params: { id: made.id }, query })
  }
  const stops = async () => (await log()).data.filter((interval) => interval.status_id === 2)
  return { ...made, says, alive, log, stops }
}
const write = (id: number, body: object, role: Role = 'user') =>
  t.call('PUT', `/v0/status/${id}`, { token: tokens[role], body })
const reason = async (name: string) =>
  (await t.ask(createReason, { token: tokens.admin, body: { reason: name } })).reason.id
const minutesOf = (text: string | null) => (text === null ? null : (Date.parse(text) - start) / MINUTE_MS)
const idOf = (stop: { id: number } | undefined) => stop?.id ?? 0

describe('what people write on a stop', () => {
  test('is shown on it: a reason, notes, and that it is ignored, one at a time', async () => {
    const { says, stops, alive } = await machine()
    clock.set(at(60))
    await says([0, 'running'], [10, 'down'], [50, 'running'])
    await alive(0, 60)
    const jam = await reason('Jam')
    const id = idOf((await stops())[0])
    expect((await write(id, { status_reason_id: jam })).json).toEqual({ status: 'success' })
    await write(id, { notes: 'belt' })
    await write(id, { xsf_report_ignored: true }, 'superuser')
    expect(await stops()).toMatchObject([
      { status_reason_id: jam, status_reason: 'Jam', notes: 'belt', xsf_report_ignored: true },
    ])
    await write(id, { status_reason_id: null })
    await write(id, { notes: '' })
    expect(await stops()).toMatchObject([{ status_reason_id: null, notes: null, xsf_report_ignored: true }])
    const audited = await t.db.owner.query('select operation, before, after from audit_entry where operation like $1', [
      'status.%',
    ])
    expect(audited.rows).toHaveLength(5)
    expect(audited.rows[2]).toMatchObject({ operation: 'status.ignore', after: { ignored: true, notes: 'belt' } })
  })

  test('is refused where it is not one thing, not a stop, or not theirs to say', async () => {
    const { says, log, alive } = await machine()
    clock.set(at(60))
    await says([0, 'running'], [10, 'down'])
    await alive(0, 60)
    const [running, stop] = (await log()).data
    const id = idOf(stop)
    expect((await write(id, {})).status).toBe(400)
    expect((await write(id, { notes: 'a', status_reason_id: null })).status).toBe(400)
    expect((await write(id, { xsf_report_ignored: true }, 'admin')).status).toBe(403)
    expect((await write(idOf(running), { notes: 'a' })).json).toMatchObject({ code: 'not_a_stop' })
    expect((await write(99_999_999, { notes: 'a' })).status).toBe(404)
    expect((await write(id, { status_reason_id: 99_999_999 })).status).toBe(404)
    const old = await reason('Old')
    await t.ask(updateReason, { token: tokens.admin, params: { id: old }, body: { active: false } })
    expect((await write(id, { status_reason_id: old })).json).toMatchObject({ code: 'reason_inactive' })
  })

  test('replaces what the person saw, and nothing that somebody else wrote meanwhile', async () => {
    const { says, stops, alive } = await machine()
    clock.set(at(60))
    await says([0, 'running'], [10, 'down'], [50, 'running'])
    await alive(0, 60)
    const [first, second] = [await reason('First seen'), await reason('Second seen')]
    const id = idOf((await stops())[0])
    const verdict = async (body: object) => {
      const { status, json } = await write(id, body)
      return [status, (json as { code?: string }).code]
    }
    const taken = [200, undefined]
    const changed = [409, 'stop_changed']
    expect(await verdict({ status_reason_id: first, expected_reason_id: null })).toEqual(taken)
    expect(await verdict({ status_reason_id: second, expected_reason_id: null })).toEqual(changed)
    expect(await verdict({ status_reason_id: null, expected_reason_id: second })).toEqual(changed)
    // A value that is stored already is not a conflict.
    expect(await verdict({ status_reason_id: first, expected_reason_id: null })).toEqual(taken)
    expect(await verdict({ status_reason_id: second, expected_reason_id: first })).toEqual(taken)
    expect(await verdict({ notes: 'mine', expected_notes: null })).toEqual(taken)
    expect(await verdict({ notes: 'theirs', expected_notes: null })).toEqual(changed)
    expect(await verdict({ notes: 'theirs', expected_notes: 'mine' })).toEqual(taken)
    expect(await stops()).toMatchObject([{ status_reason_id: second, notes: 'theirs' }])
    for (const body of [
      { expected_reason_id: null },
      { status_reason_id: first, notes: 'both' },
      { status_reason_id: first, expected_notes: null },
      { notes: 'x', expected_reason_id: null },
      { xsf_report_ignored: true, expected_notes: null },
    ])
      expect(await verdict(body)).toEqual([400, 'invalid_request'])
  })

  test('stays on the part of a stop that it was written on most, when late data parts it', async () => {
    const { says, stops, alive } = await machine()
    clock.set(at(60))
    await says([0, 'running'], [10, 'down'], [50, 'running'])
    await alive(0, 60)
    await write(idOf((await stops())[0]), { notes: 'long' })
    await says([20, 'running'], [22, 'down'])
    expect((await stops()).map((stop) => [minutesOf(stop.started_at), stop.notes])).toEqual([
      [10, null],
      [22, 'long'],
    ])
  })

  test('comes together where late data joins two stops: the longer says the reason, the other goes to the notes', async () => {
    const { says, stops, alive, send } = await machine()
    clock.set(at(60))
    await says([0, 'running'], [10, 'down'], [20, 'running'], [25, 'down'], [50, 'running'])
    await alive(0, 60)
    const [jam, cleaning] = [await reason('Jam 2'), await reason('Cleaning')]
    const [first, second] = await stops()
    await write(idOf(first), { status_reason_id: jam })
    await write(idOf(first), { notes: 'belt' })
    await write(idOf(first), { xsf_report_ignored: true }, 'superuser')
    await write(idOf(second), { status_reason_id: cleaning })
    await send([{ t: at(20), type: 'status', status: 'down' }], 'later-in-order-1')
    expect(await stops()).toMatchObject([
      { started_at: iso(10), status_reason: 'Cleaning', notes: 'Jam 2\nbelt', xsf_report_ignored: false },
    ])
  })

  test('on a stop that still goes on keeps the span up to the writing', async () => {
    const { says, stops, alive } = await machine()
    clock.set(at(20))
    await says([0, 'running'], [10, 'down'])
    await alive(0, 20)
    await write(idOf((await stops())[0]), { notes: 'waiting' })
    const { rows } = await t.db.owner.query(
      'select started_at::float8, ended_at::float8 from stop_annotation order by stop_annotation_id desc limit 1',
    )
    expect(rows).toEqual([{ started_at: at(10), ended_at: at(20) }])
    clock.set(at(60))
    await says([55, 'running'])
    await alive(20, 55)
    expect(await stops()).toMatchObject([{ notes: 'waiting', duration_s: 45 * 60 }])
  })

  test('is shown beside the log when no stop is left', async () => {
    const { says, stops, alive, log, send } = await machine()
    clock.set(at(60))
    await says([0, 'running'], [10, 'down'], [20, 'running'])
    await alive(0, 60)
    await write(idOf((await stops())[0]), { notes: 'gone' })
    await send([{ t: at(10), type: 'status', status: 'running' }], 'later-in-order-2')
    const { data, annotations } = await log()
    expect(data.every((interval) => interval.notes === null && interval.status_id === 1)).toBe(true)
    expect(annotations).toMatchObject([{ notes: 'gone', started_at: iso(10), ended_at: iso(20) }])
  })
})

test('what was written on many stops of the past is noted at once', async () => {
  const { id, says, stops, alive } = await machine()
  clock.set(at(60))
  await says([0, 'running'], [10, 'down'], [20, 'running'], [25, 'down'], [50, 'running'])
  await alive(0, 60)
  const companyId = await companyOf(id)
  const jam = await reason('Jam 3')
  const on = (from: number, to: number, notes: string | null) => ({
    equipmentId: id,
    from: at(from),
    to: at(to),
    reasonId: jam,
    notes,
    ignored: false,
  })
  await asSystem({ database: t.db.database, clock }, companyId, (ctx) =>
    annotateStops(ctx, [on(10, 20, 'a "b" \\ c'), on(25, 50, null)]),
  )
  expect(await stops()).toMatchObject([{ status_reason: 'Jam 3', notes: 'a "b" \\ c' }, { notes: null }])
})

describe('what was computed otherwise before', () => {
  const restatements = async (id: number) => {
    const query = { startDate: iso(-60), endDate: iso(600) }
    return (await t.ask(restatementsOfEquipment, { token: tokens.user, params: { id }, query })).restatements
  }

  test('is recorded when late data comes, and not when it comes in order or says nothing new', async () => {
    const { id, says, send } = await machine()
    clock.set(at(60))
    const pings = (...minutes: number[]) => minutes.map((offset) => ({ t: at(offset), type: 'ping' }))
    await says([0, 'running'], [10, 'down'])
    await send(pings(15, 20, 25, 30, 35, 40, 45))
    await says([50, 'running'])
    await send(pings(55, 60))
    await send([{ t: at(5), type: 'tlm', temperature_1: 40 }])
    expect(await restatements(id)).toEqual([])
    await says([20, 'running'], [22, 'down'])
    expect((await restatements(id))[0]).toMatchObject({
      cause: 'late_data',
      user_id: null,
      started_at: iso(10),
      ended_at: iso(50),
      before: { running_s: 0, down_s: 2400, stops: 1, excessive_stops: 1, scheduled_s: 2400 },
      after: { running_s: 120, down_s: 2280, stops: 2, excessive_stops: 0, scheduled_s: 2400 },
    })
  })

  test('is recorded when a threshold changes the past, with who changed it', async () => {
    const { id, says, alive } = await machine()
    clock.set(at(60))
    await says([0, 'running'], [10, 'down'], [30, 'running'])
    await alive(0, 60)
    const countBefore = (await restatements(id)).length
    const body = { excessive_downtime_threshold: 600, from: iso(0) }
    await t.ask(updateEquipment, { token: tokens.admin, params: { id }, body })
    const [latest, ...rest] = await restatements(id)
    expect(rest).toHaveLength(countBefore)
    expect(latest).toMatchObject({
      cause: 'changed_setting',
      user_id: expect.any(Number),
      before: { excessive_stops: 0, stops: 1, down_s: 1200 },
      after: { excessive_stops: 1, stops: 1, down_s: 1200 },
    })
  })

  test('is recorded when a changed setting causes a recomputation of the past', async () => {
    const { id, send } = await machine()
    clock.set(at(30))
    await send([0, 4, 8, 12].map((minutes) => ({ t: at(minutes), type: 'cycle' })))
    const body = { maximum_allowed_cycle_time: 60, from: iso(-10) }
    await t.ask(updateEquipment, { token: tokens.admin, params: { id }, body })
    await t.app.flow.ensureCurrent(await companyOf(id), [id])
    const [latest] = await restatements(id)
    expect(latest).toMatchObject({ cause: 'changed_setting', user_id: expect.any(Number) })
    expect(latest?.after.down_s).toBeGreaterThan(latest?.before.down_s ?? Number.NaN)
  })
})

const companyOf = async (equipmentId: number): Promise<number> => {
  const { rows } = await t.db.owner.query('select company_id from equipment where equipment_id = $1', [equipmentId])
  return Number(rows[0].company_id)
}

describe('reasons', () => {
  test('are offered where they are for, renamed, favoured and taken out of use', async () => {
    const token = tokens.admin
    const hall = await t.ask(createOrgUnit, { token, body: { name: 'Hall', parent_id: root } })
    const other = await t.ask(createOrgUnit, { token, body: { name: 'Other', parent_id: root } })
    const inHall = await t.ask(createEquipment, { token, body: { name: 'In hall', parent_id: hall.orgUnit.id } })
    const body = { reason: 'Hall only', orgUnitIds: [hall.orgUnit.id] }
    const { reason: made } = await t.ask(createReason, { token, body })
    const offered = async (equipId: number) =>
      (await t.ask(listReasons, { token: tokens.user, query: { equipId } })).reasons.map((reason) => reason.name)
    const elsewhere = await t.ask(createEquipment, { token, body: { name: 'Else', parent_id: other.orgUnit.id } })
    expect(await offered(inHall.equip.id)).toContain('Hall only')
    expect(await offered(elsewhere.equip.id)).not.toContain('Hall only')
    const change = { name: 'Hall', favorite: true, org_unit_ids: [] }
    const { reason: changed } = await t.ask(updateReason, { token, params: { id: made.id }, body: change })
    expect(changed).toMatchObject({ name: 'Hall', favorite: true, org_unit_ids: [], active: true })
    expect(await offered(elsewhere.equip.id)).toContain('Hall')
    await t.ask(updateReason, { token, params: { id: made.id }, body: { active: false } })
    expect(await offered(elsewhere.equip.id)).not.toContain('Hall')
    const all = await t.ask(listReasons, { token: tokens.user, query: {} })
    expect(all.reasons.find((reason) => reason.id === made.id)?.active).toBe(false)
  })

  test('mark a failure only when somebody says so, in the answers and in the audit log', async () => {
    const token = tokens.admin
    const plain = (await t.ask(createReason, { token, body: { reason: 'Cleaning' } })).reason
    const failure = (await t.ask(createReason, { token, body: { reason: 'Breakdown', failure: true } })).reason
    expect([plain.failure, failure.failure]).toEqual([false, true])
    const change = async (body: { failure?: boolean; name?: string }) =>
      (await t.ask(updateReason, { token, params: { id: plain.id }, body })).reason.failure
    expect([await change({ failure: true }), await change({ name: 'Cleaned' })]).toEqual([true, true])
    const { reasons } = await t.ask(listReasons, { token: tokens.user, query: {} })
    expect(reasons.filter((reason) => reason.failure).map(({ id }) => id)).toEqual(
      expect.arrayContaining([plain.id, failure.id]),
    )
    const query = 'select before, after from audit_entry where subject = $1 and operation = $2 order by audit_entry_id'
    const { rows } = await t.db.owner.query(query, [`reason/${plain.id}`, 'reason.update'])
    expect([rows[0].before.failure, rows[0].after.failure]).toEqual([false, true])
    const made = await t.db.owner.query(query, [`reason/${failure.id}`, 'reason.create'])
    expect(made.rows[0].after.failure).toBe(true)
  })

  test('keep the instant at which they were deactivated until they are active again', async () => {
    const token = tokens.admin
    const { reason } = await t.ask(createReason, { token, body: { reason: 'Short-lived' } })
    expect(reason.deactivated_at).toBeNull()
    const change = async (body: { active?: boolean; favorite?: boolean }) =>
      (await t.ask(updateReason, { token, params: { id: reason.id }, body })).reason.deactivated_at
    const at = await change({ active: false })
    expect(at).toBe(new Date(clock.now()).toISOString())
    clock.set(clock.now() + MINUTE_MS)
    expect(await change({ favorite: true })).toBe(at)
    expect(await change({ active: false })).toBe(at)
    expect(await change({ active: true })).toBeNull()
  })

  test('can be in a group, which is named, changed and left; another change keeps it', async () => {
    const token = tokens.admin
    const body = { reason: 'Grouped', groupName: 'Technical' }
    const { reason: made } = await t.ask(createReason, { token, body })
    expect(made.group_name).toBe('Technical')
    const change = async (values: { group_name?: string | null; favorite?: boolean }) =>
      (await t.ask(updateReason, { token, params: { id: made.id }, body: values })).reason.group_name
    expect(await change({ favorite: true })).toBe('Technical')
    expect(await change({ group_name: 'Logistics' })).toBe('Logistics')
    const { reasons } = await t.ask(listReasons, { token: tokens.user, query: {} })
    expect(reasons.find(({ id }) => id === made.id)).toMatchObject({ group_name: 'Logistics', favorite: true })
    expect(await change({ group_name: null })).toBeNull()
    expect((await t.ask(createReason, { token, body: { reason: 'Alone' } })).reason.group_name).toBeNull()
    expect(
      (await t.call('POST', '/v0/reasons', { token: tokens.admin, body: { ...body, groupName: ' ' } })).status,
    ).toBe(400)
  })

  test('are in one group however its name is typed; a reason alone in its group can spell it anew', async () => {
    const token = tokens.admin
    const { reason: first } = await t.ask(createReason, { token, body: { reason: 'A', groupName: 'mechanics' } })
    const change = async (group_name: string) =>
      (await t.ask(updateReason, { token, params: { id: first.id }, body: { group_name } })).reason.group_name
    expect(await change('Mechanics')).toBe('Mechanics')
    const { reason: second } = await t.ask(createReason, { token, body: { reason: 'B', groupName: ' MECHANICS ' } })
    expect(second.group_name).toBe('Mechanics')
  })

  test('bear a name, and units that are there', async () => {
    const token = tokens.admin
    expect((await t.call('POST', '/v0/reasons', { token, body: { reason: ' ' } })).status).toBe(400)
    const body = { reason: 'x', orgUnitIds: [root, 99_999_999] }
    expect((await t.call('POST', '/v0/reasons', { token, body })).status).toBe(404)
  })

  test('keep a unit that was removed since, and can be limited to a further one', async () => {
    const token = tokens.admin
    const unit = async (name: string) =>
      (await t.ask(createOrgUnit, { token, body: { name, parent_id: root } })).orgUnit.id
    const [gone, added] = [await unit('Gone'), await unit('Added')]
    const { reason: made } = await t.ask(createReason, { token, body: { reason: 'Here', orgUnitIds: [gone] } })
    await t.ask(removeOrgUnit, { token, params: { id: gone } })
    const body = { org_unit_ids: [gone, added] }
    const { reason: changed } = await t.ask(updateReason, { token, params: { id: made.id }, body })
    expect(changed.org_unit_ids).toEqual([gone, added])
  })
})
