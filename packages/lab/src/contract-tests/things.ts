import { randomUUID } from 'node:crypto'
import * as addins from '@millwatch/contract/http/addins'
import * as alarms from '@millwatch/contract/http/alarms'
import * as apiKeys from '@millwatch/contract/http/api-keys'
import * as rosters from '@millwatch/contract/http/groups'
import * as quarantine from '@millwatch/contract/http/ingest-quarantine'
import * as kiosks from '@millwatch/contract/http/kiosks'
import { createUser } from '@millwatch/contract/http/members'
import * as notices from '@millwatch/contract/http/notices'
import * as parts from '@millwatch/contract/http/parts'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import * as runs from '@millwatch/contract/http/runs'
import * as tagCalls from '@millwatch/contract/http/runs-tags'
import * as schedules from '@millwatch/contract/http/schedules'
import * as shiftEdits from '@millwatch/contract/http/shifts'
import * as reasons from '@millwatch/contract/http/stops-reasons'
import * as tree from '@millwatch/contract/http/tree'
import * as lists from '@millwatch/contract/http/tree-lists'
import { type InjectApp, machineWithDevice } from '../app/inject-app.ts'
import { addSoftPasskey } from '../app/passkeys.ts'
import { switchFactorOn } from '../app/second-factor.ts'
import { mintPerson, mintSession, type People, type TestPerson } from './people.ts'

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

type Make = (t: InjectApp, by: Maker, caller: TestPerson) => Promise<Things>

const dayMs = 86_400_000
let counter = 0
/** Returns a unique name: the mark, the noun and a counter that goes up with each call. */
export const named = (mark: string, noun: string): string => `${mark} ${noun} ${++counter}`

const equipment: Make = async (t, { people, mark }, _caller) => {
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
const device: Make = async (t, by, caller) => {
  const { org_unit } = await equipment(t, by, caller)
  const machine = await machineWithDevice(t, by.people.admin.token, Number(org_unit), named(by.mark, 'machine'))
  const now = t.clock.now()
  await machine.send([
    { t: now, type: 'ping' },
    { t: now - 500 * dayMs, type: 'ping' },
  ])
  return { device: machine.deviceId, device_uuid: machine.uuid, equipment: machine.id, org_unit: Number(org_unit) }
}

/**
 * Makes a machine with an open stop and an event three days in the future, which is in quarantine. Throws an error if either is
 * missing.
 */
const stop: Make = async (t, by, caller) => {
  const { org_unit } = await equipment(t, by, caller)
  const token = by.people.admin.token
  const machine = await machineWithDevice(t, token, Number(org_unit), named(by.mark, 'machine'))
  const now = t.clock.now()
  await machine.send([
    { t: now - 60_000, type: 'status', status: 'down' },
    { t: now + 3 * dayMs, type: 'ping' },
  ])
  const period = { startDate: new Date(now - 3_600_000).toISOString(), endDate: new Date(now).toISOString() }
  const log = await t.ask(statusOfEquipment, { token, params: { id: machine.id }, query: period })
  const held = await t.ask(quarantine.quarantineOfEquipment, { token, params: { id: machine.id } })
  const ids = { stop: log.data.at(-1)?.id ?? 0, quarantine: held.quarantine[0]?.id ?? 0 }
  if (ids.stop === 0 || ids.quarantine === 0) throw new Error('The machine told no stop, or nothing was held')
  return { ...ids, equipment: machine.id, stopped_equipment: machine.id, org_unit: Number(org_unit) }
}

const part: Make = async (t, { people, mark }) => {
  const body = { number: named(mark, 'part'), description: mark, url: `https://parts.example/${mark}` }
  return { part: (await t.ask(parts.createPart, { token: people.admin.token, body })).part.id }
}

/**
 * Makes a part, a stop and a row of part history about both, entered by the caller; by the user of the company if the caller is
 * from another company.
 */
const partHistory: Make = async (t, by, caller) => {
  const { part: partId } = await part(t, by, caller)
  const on = await stop(t, by, caller)
  const { token } = caller.companyId === by.companyId ? caller : by.people.user
  const ids = { equipId: Number(on.equipment), statusLogId: Number(on.stop), partId: Number(partId) }
  const body = { ...ids, action: 'replace' as const, qty: 1 }
  return { part_history: (await t.ask(parts.createPartHistory, { token, body })).history.id }
}

const tag: Make = async (t, { people, mark }) => {
  const body = { name: named(mark, 'tag'), groupName: named(mark, 'group') }
  const made = (await t.ask(tagCalls.createTag, { token: people.admin.token, body })).tag
  return { tag: made.id, tag_group: made.cycle_tag_group_id ?? 0 }
}

const run: Make = async (t, by, caller) => {
  const on = await equipment(t, by, caller)
  const { tag: tagId } = await tag(t, by, caller)
  const size = { cyclesTotal: 1000, partsPerCycle: 1 }
  const body = { equipId: Number(on.equipment), tags: [Number(tagId)], ...size }
  return { ...on, tag: tagId, run: (await t.ask(runs.startRun, { token: by.people.user.token, body })).run.id }
}

/**
 * SQL statement that inserts a notice and its message to a webhook, given up after one attempt, and returns the id of the
 * message.
 */
const givenUp = `with n as (
    insert into notice (company_id, kind, subject_id, topic, event, channel, webhook_id, content, created_at, due_at, ended_at, outcome, reason)
    values ($1, 'run', 1, $3, 'completed', 'webhook', $2, $4, $5, $5, $5, 'given_up', 'refused') returning notice_id
  ), m as (
    insert into notice_message (company_id, channel, webhook_id, form, first_notice_id, notice_count, created_at, due_at, attempts, failed_at, last_error)
    select $1, 'webhook', $2, 'single', notice_id, 1, $5, $5, 1, $5, 'The receiver answered 410' from n returning notice_message_id
  )
  select notice_message_id::float8 as id from m`

/** Makes a webhook with one message whose delivery was given up. */
const webhook: Make = async (t, { companyId, people, mark }) => {
  const body = { name: named(mark, 'webhook'), url: `https://webhook.example/${mark}` }
  const made = (await t.ask(notices.createWebhook, { token: people.superuser.token, body })).webhook
  const run = { kind: 'run', runId: 1, equipmentId: 1, machine: named(mark, 'machine'), groupIds: [], cycles: 3 }
  const content = JSON.stringify({ ...run, completedAt: t.clock.now(), ended: true, timeZone: 'UTC' })
  const values = [companyId, made.id, named(mark, 'topic'), content, t.clock.now()]
  const { rows } = await t.db.owner.query<{ id: number }>(givenUp, values)
  return { webhook: made.id, webhook_delivery: rows[0]?.id ?? 0 }
}

/**
 * Makes a machine and inserts a shift from 1000 to 2000 (epoch ms) for it, so far in the past that no other shift of the machine
 * is near.
 */
const shift: Make = async (t, by, caller) => {
  const on = await equipment(t, by, caller)
  const { rows } = await t.db.owner.query<{ id: number }>(
    `insert into shift_history (company_id, equipment_id, shift, started_at, ended_at, zone)
     select company_id, equipment_id, 1, 1000, 2000, 'UTC' from equipment where equipment_id = $1
     returning shift_history_id::float8 as id`,
    [on.equipment],
  )
  return { ...on, shift: rows[0]?.id ?? 0 }
}

const roster: Make = async (t, by) => {
  const token = by.people.superuser.token
  const made = (await t.ask(rosters.createRoster, { token, body: { name: named(by.mark, 'group') } })).roster
  const member = await mintPerson(t, by.companyId, 'user', { name: by.mark })
  await t.ask(rosters.addRosterUser, { token, params: { id: made.id }, body: { user_id: member.userId } })
  return { roster: made.id, roster_user: member.userId }
}

/**
 * Makes a machine and a tripped alarm without subscribers, owned by the caller, or by the user of the company if the caller is
 * from another company.
 */
const alarm: Make = async (t, by, caller) => {
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
const subscribedAlarm: Make = async (t, by, caller) => {
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
const maintenance: Make = async (t, by, caller) => {
  const on = await equipment(t, by, caller)
  const { token } = by.people.admin
  const body = { alarm_type_id: 7, equipment_id: Number(on.equipment), args: { duration: 1, duration_unit: 'months' } }
  const { id } = (await t.ask(alarms.createAlarm, { token, body })).alarm
  await t.ask(alarms.acknowledgeAlarm, { token, params: { id }, body: { notes: named(by.mark, 'notes') } })
  return { ...on, maintenance: id }
}

const lifeMs = 300 * dayMs

/** Functions that make a new object, by the kind of object. */
const makers: Readonly<Record<ThingKind, Make>> = {
  org_unit: equipment,
  equipment,
  device,
  device_uuid: device,
  stop,
  stopped_equipment: stop,
  quarantine: stop,
  part,
  part_history: partHistory,
  tag,
  tag_group: tag,
  run,
  shift,
  roster,
  roster_user: roster,
  alarm,
  subscribed_alarm: subscribedAlarm,
  maintenance,
  async reason(t, { people, mark }) {
    const body = { reason: named(mark, 'reason') }
    return { reason: (await t.ask(reasons.createReason, { token: people.admin.token, body })).reason.id }
  },
  async template(t, { people, mark }) {
    const body = { template: { name: named(mark, 'template'), type: 'daily' as const } }
    return {
      template: (await t.ask(schedules.createScheduleTemplate, { token: people.admin.token, body })).template.id,
    }
  },
  async category(t, { people, mark }) {
    const body = { name: named(mark, 'category') }
    return { category: (await t.ask(lists.createCategory, { token: people.admin.token, body })).category.id }
  },
  async manufacturer(t, { people, mark }) {
    const body = { name: named(mark, 'maker') }
    return {
      manufacturer: (await t.ask(lists.createManufacturer, { token: people.admin.token, body })).manufacturer.id,
    }
  },
  async model(t, { people, mark }) {
    const body = { number: named(mark, 'model') }
    return { model: (await t.ask(lists.createModel, { token: people.admin.token, body })).model.id }
  },
  async job(t, by, caller) {
    const { shift: id, ...on } = await shift(t, by, caller)
    const body = { shiftHistoryIds: [Number(id)] }
    const { job } = await t.ask(shiftEdits.destroyShifts, { token: by.people.admin.token, body })
    return { ...on, job: job.id }
  },
  async user(t, { companyId, mark }) {
    return { user: (await mintPerson(t, companyId, 'user', { name: mark })).userId }
  },
  async factor_holder(t, { companyId, mark }) {
    const person = await mintPerson(t, companyId, 'user', { name: mark })
    await switchFactorOn(t, person.token)
    return { factor_holder: person.userId }
  },
  webhook,
  webhook_delivery: webhook,
  async addin(t, { people, mark }) {
    const name = named(mark, 'addin')
    const index_url = `https://addin.example/${mark}`
    const body = { name, index_url, equipment_enabled: true, org_unit_enabled: true }
    return { addin: (await t.ask(addins.createAddin, { token: people.admin.token, body })).addin.id }
  },
  /**
   * Inserts a notification for all members of the company. No call creates a notification, because only the operator of the
   * installation does.
   */
  async notification(t, { companyId, mark }) {
    const { rows } = await t.db.owner.query<{ id: number }>(
      `insert into notification (company_id, title, detail, created_at, available_at) values ($1, $2, $2, $3, $3)
       returning notification_id::float8 as id`,
      [companyId, named(mark, 'notification'), t.clock.now()],
    )
    return { notification: rows[0]?.id ?? 0 }
  },
  async kiosk(t, by, caller) {
    const { org_unit } = await equipment(t, by, caller)
    const rights = { may_give_reasons: true, may_count_scrap: true, may_set_runs: true }
    const body = { name: named(by.mark, 'display'), page: 'unit' as const, org_unit_id: Number(org_unit), ...rights }
    return { kiosk: (await t.ask(kiosks.createKiosk, { token: by.people.admin.token, body })).kiosk.id }
  },
  async api_key(t, { people, mark }) {
    const expires_at = new Date(t.clock.now() + lifeMs).toISOString()
    const body = { name: named(mark, 'key'), expires_at }
    return { api_key: (await t.ask(apiKeys.createApiKey, { token: people.admin.token, body })).api_key.id }
  },
  /** Opens a session for the caller; for the user of the company if the caller is from another company. */
  async session(t, { people }, caller) {
    const holder = caller.companyId === people.user.companyId ? caller : people.user
    return { session: (await mintSession(t, holder)).sessionId }
  },
  /**
   * Adds a passkey for the caller if the caller is from a separate company, otherwise for a new person, because a passkey
   * switches on the second factor of its person.
   */
  async passkey(t, { companyId, mark }, caller) {
    const holder = caller.companyId === companyId ? await mintPerson(t, companyId, 'user', { name: mark }) : caller
    return { passkey: (await addSoftPasskey(t, holder.token, { name: named(mark, 'passkey') })).passkeyId }
  },
  async invitation(t, { people, mark }, caller) {
    const { companyId } = await invitingCompany(t, mark)
    const userId = caller.companyId === people.user.companyId ? caller.userId : people.user.userId
    await t.db.owner.query('update app_user set email_proven_at = 1 where user_id = $1', [userId])
    const { rows } = await t.db.owner.query<{ id: number }>(
      `insert into invitation (invitation_id, company_id, user_id, first_name, last_name, role, created_at)
       values (nextval('app_user_user_id_seq'), $1, $2, $3, $3, 'user', $4) returning invitation_id::float8 as id`,
      [companyId, userId, mark, t.clock.now()],
    )
    return { invitation: rows[0]?.id ?? 0 }
  },
  async mailed_invitation(t, { people, mark }) {
    const body = { username: `${randomUUID()}@invited.example`, first_name: named(mark, 'invited'), last_name: mark }
    return { mailed_invitation: (await t.ask(createUser, { token: people.superuser.token, body })).user.id }
  },
  async company(_t, { companyId }) {
    return { company: companyId }
  },
}

/** Creates a separate company with a root unit and without members, and returns its id. */
async function invitingCompany(t: InjectApp, mark: string): Promise<{ companyId: number }> {
  const { rows } = await t.db.owner.query<{ companyId: number }>(
    `with made as (insert into company (name, created_at) values ($1, 0) returning company_id),
      root as (insert into org_unit (company_id, org_unit_type_id, name, timezone, created_at)
        select company_id, 1, $1, 'UTC', 0 from made returning company_id, org_unit_id)
     select company_id::float8 as "companyId" from root`,
    [named(mark, 'company')],
  )
  return { companyId: rows[0]?.companyId ?? 0 }
}

/** Makes a new object of a kind for the company `by`, and all objects it depends on. Returns their ids by kind. */
export const makeThing = (t: InjectApp, by: Maker, kind: ThingKind, caller: TestPerson): Promise<Things> =>
  makers[kind](t, by, caller)

/**
 * Makes an object of every kind and returns their ids. A kind that came along with an earlier object is not made again. At the
 * end all machines of the company are moved under the unit in the result.
 */
export async function everyThing(t: InjectApp, by: Maker): Promise<Required<Things>> {
  const token = by.people.admin.token
  const all: Things = {}
  for (const kind of kinds) {
    if (all[kind] === undefined) Object.assign(all, { ...(await makeThing(t, by, kind, by.people.user)), ...all })
  }
  // The unit of the last thing becomes the parent of all machines, so that a display of that unit may reach what the examples
  // name.
  const machines = await t.db.owner.query<{ id: number }>(
    'select equipment_id::float8 as id from equipment where company_id = $1',
    [by.companyId],
  )
  for (const { id } of machines.rows)
    await t.ask(tree.updateEquipment, { token, params: { id }, body: { parent_org_unit_id: Number(all.org_unit) } })
  return all as Required<Things>
}

export const absentUuid = randomUUID()
