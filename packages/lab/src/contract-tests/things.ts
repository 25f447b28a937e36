import { randomUUID } from 'node:crypto'
import * as alarms from '@millwatch/contract/http/alarms'
import * as quarantine from '@millwatch/contract/http/ingest-quarantine'
import * as parts from '@millwatch/contract/http/parts'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import * as runs from '@millwatch/contract/http/runs'
import * as tagCalls from '@millwatch/contract/http/runs-tags'
import * as tree from '@millwatch/contract/http/tree'
import { DAY_MS } from '@millwatch/domain/time'
import { type InjectApp, machineWithDevice } from '../app/inject-app.ts'
import type { People, TestPerson } from './people.ts'

/** Kinds of objects that a call can name by an id, in the order in which `everyThing` makes them. */
export const kinds = [
  'org_unit',
  'equipment',
  'device',
  'device_uuid',
  'stop',
  'stopped_equipment',
  'reason',
  'part',
  'part_history',
  'tag',
  'tag_group',
  'run',
  'template',
  'category',
  'manufacturer',
  'model',
  'quarantine',
  'shift',
  'job',
  'roster',
  'roster_user',
  'alarm',
  'subscribed_alarm',
  'maintenance',
  'user',
  'factor_holder',
  'addin',
  'webhook',
  'webhook_delivery',
  'notification',
  'kiosk',
  'api_key',
  'session',
  'passkey',
  'invitation',
  'mailed_invitation',
  'company',
] as const
export type ThingKind = (typeof kinds)[number]

/**
 * Ids of a new object and of the objects it depends on, by kind: with a run comes the id of its machine, with a group member the
 * id of the group.
 */
export type Things = Partial<Record<ThingKind, number | string>>

/** Company and people for whom objects are made. */
export interface Maker {
  readonly companyId: number
  readonly rootOrgUnitId: number
  readonly people: People
  /** Word that all names and texts of this company contain. */
  readonly mark: string
}

export type Make = (t: InjectApp, by: Maker, caller: TestPerson) => Promise<Things>

let counter = 0
/** Returns a unique name: the mark, the noun and a counter that goes up with each call. */
export const named = (mark: string, noun: string): string => `${mark} ${noun} ${++counter}`

export const equipment: Make = async (t, { people, mark }, _caller) => {
  const token = people.admin.token
  const body = { name: named(mark, 'unit'), parent_id: await rootOf(t, token) }
  const unit = (await t.ask(tree.createOrgUnit, { token, body })).orgUnit.id
  const name = named(mark, 'machine')
  return {
    equipment: (await t.ask(tree.createEquipment, { token, body: { name, parent_id: unit } })).equip.id,
    org_unit: unit,
  }
}

async function rootOf(t: InjectApp, token: string): Promise<number> {
  const { json } = await t.call('GET', '/v0/company', { token })
  return (json as { company: { root_org_unit_id: number } }).company.root_org_unit_id
}

/** Makes a device whose clock jumped back by 500 days after its first event, so that its second event is in quarantine. */
export const device: Make = async (t, by, caller) => {
  const { org_unit } = await equipment(t, by, caller)
  const machine = await machineWithDevice(t, by.people.admin.token, Number(org_unit), named(by.mark, 'machine'))
  const now = t.clock.now()
  await machine.send([
    { t: now, type: 'ping' },
    { t: now - 500 * DAY_MS, type: 'ping' },
  ])
  return { device: machine.deviceId, device_uuid: machine.uuid, equipment: machine.id, org_unit: Number(org_unit) }
}

/**
 * Makes a machine with an open stop and an event three days in the future, which is in quarantine. Throws an error if either is
 * missing.
 */
export const stop: Make = async (t, by, caller) => {
  const { org_unit } = await equipment(t, by, caller)
  const token = by.people.admin.token
  const machine = await machineWithDevice(t, token, Number(org_unit), named(by.mark, 'machine'))
  const now = t.clock.now()
  await machine.send([
    { t: now - 60_000, type: 'status', status: 'down' },
    { t: now + 3 * DAY_MS, type: 'ping' },
  ])
  const period = { startDate: new Date(now - 3_600_000).toISOString(), endDate: new Date(now).toISOString() }
  const log = await t.ask(statusOfEquipment, { token, params: { id: machine.id }, query: period })
  const held = await t.ask(quarantine.quarantineOfEquipment, { token, params: { id: machine.id } })
  const ids = { stop: log.data.at(-1)?.id ?? 0, quarantine: held.quarantine[0]?.id ?? 0 }
  if (ids.stop === 0 || ids.quarantine === 0) throw new Error('The machine told no stop, or nothing was held')
  return { ...ids, equipment: machine.id, stopped_equipment: machine.id, org_unit: Number(org_unit) }
}

export const part: Make = async (t, { people, mark }) => {
  const body = { number: named(mark, 'part'), description: mark, url: `https://parts.example/${mark}` }
  return { part: (await t.ask(parts.createPart, { token: people.admin.token, body })).part.id }
}

/**
 * Makes a part, a stop and a row of part history about both, entered by the caller; by the user of the company if the caller is
 * from another company.
 */
export const partHistory: Make = async (t, by, caller) => {
  const { part: partId } = await part(t, by, caller)
  const on = await stop(t, by, caller)
  const { token } = caller.companyId === by.companyId ? caller : by.people.user
  const ids = { equipId: Number(on.equipment), statusLogId: Number(on.stop), partId: Number(partId) }
  const body = { ...ids, action: 'replace' as const, qty: 1 }
  return { part_history: (await t.ask(parts.createPartHistory, { token, body })).history.id }
}

export const tag: Make = async (t, { people, mark }) => {
  const body = { name: named(mark, 'tag'), groupName: named(mark, 'group') }
  const made = (await t.ask(tagCalls.createTag, { token: people.admin.token, body })).tag
  return { tag: made.id, tag_group: made.cycle_tag_group_id ?? 0 }
}

export const run: Make = async (t, by, caller) => {
  const on = await equipment(t, by, caller)
  const { tag: tagId } = await tag(t, by, caller)
  const size = { cyclesTotal: 1000, partsPerCycle: 1 }
  const body = { equipId: Number(on.equipment), tags: [Number(tagId)], ...size }
  return { ...on, tag: tagId, run: (await t.ask(runs.startRun, { token: by.people.user.token, body })).run.id }
}

/**
 * Makes a machine and inserts a shift from 1000 to 2000 (epoch ms) for it, so far in the past that no other shift of the machine
 * is near.
 */
export const shift: Make = async (t, by, caller) => {
  const on = await equipment(t, by, caller)
  const { rows } = await t.db.owner.query<{ id: number }>(
    `insert into shift_history (company_id, equipment_id, shift, started_at, ended_at, zone)
     select company_id, equipment_id, 1, 1000, 2000, 'UTC' from equipment where equipment_id = $1
     returning shift_history_id::float8 as id`,
    [on.equipment],
  )
  return { ...on, shift: rows[0]?.id ?? 0 }
}

/**
 * Makes a machine and a tripped alarm without subscribers, owned by the caller, or by the user of the company if the caller is
 * from another company.
 */
export const alarm: Make = async (t, by, caller) => {
  const on = await equipment(t, by, caller)
  const { token } = caller.companyId === by.companyId ? caller : by.people.user
  const body = { alarm_type_id: 4, equipment_id: Number(on.equipment), args: {} }
  const { id } = (await t.ask(alarms.createAlarm, { token, body })).alarm
  await t.db.owner.query(
    `insert into alarm_trip (company_id, alarm_id, equipment_id, tripped_at, known_at, kind, args, device_output_config)
     select company_id, alarm_id, equipment_id, created_at, created_at, 'announced', args, '{}' from alarm where alarm_id = $1`,
    [id],
  )
  return { ...on, alarm: id }
}

/** Makes a tripped alarm as `alarm` does, and subscribes all members and all groups of the company to it. */
export const subscribedAlarm: Make = async (t, by, caller) => {
  const { alarm: id, ...on } = await alarm(t, by, caller)
  await t.db.owner.query(
    `insert into user_alarm (company_id, alarm_id, user_id, send_sms, send_email, created_at)
     select company_id, $1, user_id, false, true, 0 from membership where company_id = $2`,
    [id, by.companyId],
  )
  await t.db.owner.query(
    'insert into roster_alarm (company_id, alarm_id, roster_id, created_at) select company_id, $1, roster_id, 0 from roster where company_id = $2',
    [id, by.companyId],
  )
  return { ...on, subscribed_alarm: id }
}

/** Makes a machine with preventative maintenance every month that was completed once. */
export const maintenance: Make = async (t, by, caller) => {
  const on = await equipment(t, by, caller)
  const { token } = by.people.admin
  const body = { alarm_type_id: 7, equipment_id: Number(on.equipment), args: { duration: 1, duration_unit: 'months' } }
  const { id } = (await t.ask(alarms.createAlarm, { token, body })).alarm
  await t.ask(alarms.acknowledgeAlarm, { token, params: { id }, body: { notes: named(by.mark, 'notes') } })
  return { ...on, maintenance: id }
}

export const absentUuid = randomUUID()
