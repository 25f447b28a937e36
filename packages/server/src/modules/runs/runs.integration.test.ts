import { createRoster, deleteRoster } from '@millwatch/contract/http/groups'
import { runsOfEquipment, runsOfOrgUnit } from '@millwatch/contract/http/reports'
import { addScrap, endRun, type Run, startRun, updateRun } from '@millwatch/contract/http/runs'
import { createTag, listTags, updateTag } from '@millwatch/contract/http/runs-tags'
import {
  archiveEquipment,
  createEquipment,
  createOrgUnit,
  removeEquipment,
  removeOrgUnit,
} from '@millwatch/contract/http/tree'
import type { Role } from '@millwatch/domain/identity'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany, tokensOf } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, machineWithDevice } from '@millwatch/lab/app/inject-app'
import type { Static } from 'typebox'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

/** Beginning of the present test: 8:00, or two hours after that of the test before. */
let start = Date.UTC(2026, 2, 2, 8)
const clock = manualClock(start)
/** Begins a test at a later time: a status that passed time has stored is not withdrawn when a clock is set back. */
const begins = () => {
  start += 120 * MINUTE_MS
  clock.set(start)
}
const iso = (minutes: number) => new Date(start + minutes * MINUTE_MS).toISOString()

const { t, company, root } = await appWithCompany({ clock })
const tokens = await tokensOf(t, company)
const order = (await t.ask(createTag, { token: tokens.admin, body: { name: 'Order 1' } })).tag.id

const machine = () => {
  begins()
  return machineWithDevice(t, tokens.admin, root)
}
const cycles = (...minutes: number[]) =>
  minutes.map((at) => ({ t: start + at * MINUTE_MS, type: 'cycle', cycle_time: 5 }))
const begin = async (equipId: number, more: object = {}): Promise<Static<typeof Run>> =>
  (await t.ask(startRun, { token: tokens.user, body: { equipId, tags: [order], ...more } })).run
const groupNamed = async (name: string, token = tokens.superuser) =>
  (await t.ask(createRoster, { token, body: { name } })).roster.id
const refused = async (method: 'POST' | 'PUT', path: string, body: object, role: Role = 'user') => {
  const answer = await t.call(method, path, { token: tokens[role], body })
  return [answer.status, (answer.json as { code: string }).code]
}
const ofMachine = async (id: number) => {
  const query = { startDate: iso(-60), endDate: iso(600) }
  return (await t.ask(runsOfEquipment, { token: tokens.user, params: { id }, query })).runs
}

describe('the groups that a run notifies', () => {
  test('are those of the company: a foreign one is as absent as none, and nothing is started or changed', async () => {
    const other = await companyWithPeople(t, 'other')
    const foreign = await groupNamed('Theirs', await t.signIn(other.emailOf('superuser')))
    const ownGroup = await groupNamed('Ours')
    const { id } = await machine()
    const texts = new Set<string>()
    for (const strange of [foreign, 999_999]) {
      const body = { equipId: id, tags: [order], notifyRosterIds: [ownGroup, strange] }
      const answer = await t.call('POST', '/v0/runs', { token: tokens.user, body })
      expect(answer.status).toBe(404)
      texts.add(answer.text.replace(/"request_id":"[^"]*"/, ''))
    }
    expect(texts.size).toBe(1)
    clock.set(start + MINUTE_MS)
    expect(await ofMachine(id)).toEqual([])
    const run = await begin(id, { notifyRosterIds: [ownGroup] })
    expect(await refused('PUT', `/v0/runs/${run.id}`, { notifyRosterIds: [ownGroup, foreign] })).toEqual([
      404,
      'not_found',
    ])
    clock.set(start + 2 * MINUTE_MS)
    expect((await ofMachine(id))[0]).toMatchObject({ notify_roster_ids: [ownGroup] })
  })

  test('may be removed while it goes on: the run is still changed', async () => {
    const [gone, stays] = [await groupNamed('Gone'), await groupNamed('Stays')]
    const { id } = await machine()
    const run = await begin(id, { notifyRosterIds: [gone] })
    await t.ask(deleteRoster, { token: tokens.superuser, params: { id: gone } })
    const params = { id: run.id }
    const request = { token: tokens.user, params, body: { notifyRosterIds: [gone, stays] } }
    expect((await t.ask(updateRun, request)).run).toMatchObject({ notify_roster_ids: [gone, stays] })
  })
})

describe('a run', () => {
  test('is started by anybody, changed, ended with scrap, and reported', async () => {
    const { id, send } = await machine()
    const group = await groupNamed('Office')
    const run = await begin(id, { cyclesTotal: 10, partsPerCycle: 4, notifyRosterIds: [group, group] })
    expect(run).toMatchObject({
      equipment_id: id,
      tags: [{ id: order, name: 'Order 1' }],
      cycles_total: 10,
      cycles_current: 0,
      allow_overrun: false,
      notify_roster_ids: [group],
      started_at: iso(0),
      ended_at: null,
    })
    clock.set(start + 30 * MINUTE_MS)
    await send(cycles(1, 2, 3))
    const params = { id: run.id }
    const changed = await t.ask(updateRun, {
      token: tokens.user,
      params,
      body: { cyclesTotal: 5, notifyRosterIds: [] },
    })
    expect(changed.run).toMatchObject({ cycles_total: 5, cycles_current: 3, notify_roster_ids: [], ended_at: null })
    await t.ask(addScrap, { token: tokens.user, params, body: { qty: 1 } })
    const ended = await t.ask(endRun, { token: tokens.user, params, body: { scrap: 2 } })
    expect(ended.run).toMatchObject({ ended_at: iso(30), ended_by_count: false, scrap_qty: 3, cycles_current: 3 })
    await t.ask(addScrap, { token: tokens.user, params, body: { qty: 4 } })
    expect(await ofMachine(id)).toMatchObject([
      { id: run.id, parts_desired: 20, parts_actual: 12, duration_s: 1800, scrap_qty: 7, tag_ids: [order] },
    ])
    const { rows } = await t.db.owner.query('select operation from audit_entry where subject = $1 order by 1', [
      `run/${run.id}`,
    ])
    expect(rows.map((row) => row.operation)).toEqual(['run.end', 'run.scrap', 'run.scrap', 'run.start', 'run.update'])
  })

  test('without a total is without end: overrun is forced, and there is nothing it is to make', async () => {
    const { id, send } = await machine()
    const run = await begin(id, { cyclesTotal: 0, allowOverrun: false })
    expect(run).toMatchObject({ cycles_total: null, parts_per_cycle: null, allow_overrun: true })
    clock.set(start + 10 * MINUTE_MS)
    await send(cycles(1, 2))
    expect(await ofMachine(id)).toMatchObject([
      { parts_desired: null, parts_actual: 2, ended_at: null, duration_s: 600 },
    ])
    const answer = await refused('PUT', `/v0/runs/${run.id}`, { cyclesTotal: 7 })
    expect(answer).toEqual([400, 'invalid_request'])
  })

  test('ends by itself, and the next may begin', async () => {
    const { id, send } = await machine()
    const run = await begin(id, { cyclesTotal: 2, partsPerCycle: 1 })
    clock.set(start + 10 * MINUTE_MS)
    await send(cycles(1, 2, 3))
    expect(await refused('PUT', `/v0/runs/${run.id}/end`, {})).toEqual([409, 'run_ended'])
    expect(await refused('PUT', `/v0/runs/${run.id}`, { cyclesTotal: 9 })).toEqual([409, 'run_ended'])
    const next = await begin(id)
    clock.advance(MINUTE_MS)
    expect((await ofMachine(id)).map((row) => [row.id, row.ended_at, row.cycles_current])).toEqual([
      [next.id, null, 0],
      [run.id, iso(2), 2],
    ])
  })

  test('is refused where it cannot be', async () => {
    const { id } = await machine()
    const bodyWith = (more: object) => ({ equipId: id, tags: [order], ...more })
    expect(await refused('POST', '/v0/runs', bodyWith({ tags: [] }))).toEqual([400, 'invalid_request'])
    expect(await refused('POST', '/v0/runs', bodyWith({ cyclesTotal: 5 }))).toEqual([400, 'invalid_request'])
    expect(await refused('POST', '/v0/runs', bodyWith({ cyclesTotal: 1.5, partsPerCycle: 1 }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(await refused('POST', '/v0/runs', bodyWith({ startedAt: iso(1) }))).toEqual([400, 'invalid_request'])
    expect(await refused('POST', '/v0/runs', bodyWith({ tags: [order, 99_999_999] }))).toEqual([404, 'not_found'])
    const run = await begin(id, { cyclesTotal: 5, partsPerCycle: 2 })
    expect(await refused('POST', '/v0/runs', bodyWith({}))).toEqual([409, 'run_already_active'])
    expect(await refused('PUT', `/v0/runs/${run.id}`, { partsPerCycle: 3 })).toEqual([409, 'run_parts_per_cycle_fixed'])
    expect(await refused('PUT', `/v0/runs/${run.id}/addScrap`, { qty: -1 })).toEqual([400, 'invalid_request'])
    clock.set(start + MINUTE_MS)
    await t.ask(endRun, { token: tokens.user, params: { id: run.id }, body: {} })
    expect(await refused('POST', '/v0/runs', bodyWith({ startedAt: iso(0.5) }))).toEqual([409, 'run_overlaps'])
    await t.ask(archiveEquipment, { token: tokens.admin, params: { id }, body: { archived: true } })
    expect(await refused('POST', '/v0/runs', bodyWith({}))).toEqual([409, 'equipment_archived'])
  })

  test('of a machine under a unit is in its report, with the machine’s name', async () => {
    const token = tokens.admin
    begins()
    const hall = (await t.ask(createOrgUnit, { token, body: { name: 'Hall', parent_id: root } })).orgUnit.id
    const press = (await t.ask(createEquipment, { token, body: { name: 'Press', parent_id: hall } })).equip.id
    const run = await begin(press)
    const ask = async (startDate: string, endDate: string) =>
      (await t.ask(runsOfOrgUnit, { token: tokens.user, params: { id: hall }, query: { startDate, endDate } })).runs
    clock.set(start + 60 * MINUTE_MS)
    expect(await ask(iso(30), iso(60))).toMatchObject([{ id: run.id, equipment_name: 'Press', duration_s: 3600 }])
    expect(await ask(iso(-30), iso(0))).toEqual([])
  })
})

describe('tags', () => {
  test('are grouped, offered where they are for, and taken out of use', async () => {
    const token = tokens.admin
    const made = await t.ask(createTag, { token, body: { name: 'Blue', groupName: 'Colour' } })
    const other = await t.ask(createTag, { token, body: { name: 'Red', groupName: 'Colour' } })
    const groupId = made.tag.cycle_tag_group_id ?? 0
    expect(other.tag).toMatchObject({ cycle_tag_group_id: groupId, group_name: 'Colour' })
    const params = { id: made.tag.id }
    const renamed = await t.ask(updateTag, { token, params, body: { groupId, groupName: 'Paint' } })
    expect(renamed.tag.group_name).toBe('Paint')
    const { id } = await machine()
    const elsewhere = (await t.ask(createEquipment, { token, body: { name: 'Else', parent_id: root } })).equip.id
    const offered = async (equipId: number) =>
      (await t.ask(listTags, { token: tokens.user, query: { equipId } })).tags.map((tag) => tag.name)
    await t.ask(updateTag, { token, params, body: { equipment_ids: [id], name: 'Navy' } })
    expect([(await offered(id)).includes('Navy'), (await offered(elsewhere)).includes('Navy')]).toEqual([true, false])
    await t.ask(updateTag, { token, params, body: { org_unit_ids: [root] } })
    expect(await offered(elsewhere)).toContain('Navy')
    await t.ask(updateTag, { token, params, body: { active: false, groupId: null } })
    expect(await offered(id)).not.toContain('Navy')
    expect(await refused('POST', '/v0/runs', { equipId: id, tags: [made.tag.id] })).toEqual([409, 'tag_inactive'])
    const all = await t.ask(listTags, { token: tokens.user, query: {} })
    expect(all.tags.find((tag) => tag.id === made.tag.id)).toMatchObject({ active: false, group_name: null })
  })

  test('keep a unit and a machine that were removed since, and can be limited to further ones', async () => {
    const token = tokens.admin
    const unit = async (name: string) =>
      (await t.ask(createOrgUnit, { token, body: { name, parent_id: root } })).orgUnit.id
    const made = async (name: string) =>
      (await t.ask(createEquipment, { token, body: { name, parent_id: root } })).equip.id
    const [gone, added] = [await unit('Gone'), await unit('Added')]
    const [old, press] = [await made('Old'), await made('Press')]
    const params = { id: (await t.ask(createTag, { token, body: { name: 'Here' } })).tag.id }
    await t.ask(updateTag, { token, params, body: { org_unit_ids: [gone], equipment_ids: [old] } })
    await t.ask(removeOrgUnit, { token, params: { id: gone } })
    await t.ask(removeEquipment, { token, params: { id: old } })
    const body = { org_unit_ids: [gone, added], equipment_ids: [old, press] }
    expect((await t.ask(updateTag, { token, params, body })).tag).toMatchObject(body)
    expect(await refused('PUT', `/v0/tags/${params.id}`, { org_unit_ids: [99_999_999] }, 'admin')).toEqual([
      404,
      'not_found',
    ])
  })

  test('are in one group however its name is typed; a group can be spelled anew, but not as another one', async () => {
    const token = tokens.admin
    const first = (await t.ask(createTag, { token, body: { name: 'A', groupName: 'customers' } })).tag
    const second = (await t.ask(createTag, { token, body: { name: 'B', groupName: ' CUSTOMERS ' } })).tag
    expect(second).toMatchObject({ cycle_tag_group_id: first.cycle_tag_group_id, group_name: 'customers' })
    const groupId = first.cycle_tag_group_id ?? 0
    const params = { id: first.id }
    const renamed = await t.ask(updateTag, { token, params, body: { groupId, groupName: ' Customers' } })
    expect(renamed.tag.group_name).toBe('Customers')
    await t.ask(createTag, { token, body: { name: 'C', groupName: 'Orders' } })
    const path = `/v0/tags/${first.id}`
    expect(await refused('PUT', path, { groupId, groupName: 'orders ' }, 'admin')).toEqual([409, 'tag_group_exists'])
  })

  test('keep the instant at which they were deactivated until they are active again', async () => {
    const token = tokens.admin
    const { tag } = await t.ask(createTag, { token, body: { name: 'Short-lived' } })
    expect(tag.deactivated_at).toBeNull()
    const change = async (body: { active?: boolean; name?: string }) =>
      (await t.ask(updateTag, { token, params: { id: tag.id }, body })).tag.deactivated_at
    const at = await change({ active: false })
    expect(at).toBe(new Date(clock.now()).toISOString())
    clock.set(clock.now() + MINUTE_MS)
    expect(await change({ name: 'Renamed later' })).toBe(at)
    expect(await change({ active: true })).toBeNull()
  })

  test('name only what is there, and no group twice', async () => {
    const body = { equipment_ids: [99_999_999] }
    expect(await refused('PUT', `/v0/tags/${order}`, body, 'admin')).toEqual([404, 'not_found'])
    expect(await refused('PUT', `/v0/tags/${order}`, { groupId: 99_999_999 }, 'admin')).toEqual([404, 'not_found'])
    expect(await refused('POST', '/v0/tags', { name: '  ' }, 'admin')).toEqual([400, 'invalid_request'])
    const token = tokens.admin
    const a = await t.ask(createTag, { token, body: { name: 'a', groupName: 'A' } })
    await t.ask(createTag, { token, body: { name: 'b', groupName: 'B' } })
    const rename = { groupId: a.tag.cycle_tag_group_id, groupName: 'B' }
    expect(await refused('PUT', `/v0/tags/${order}`, rename, 'admin')).toEqual([409, 'tag_group_exists'])
  })
})
