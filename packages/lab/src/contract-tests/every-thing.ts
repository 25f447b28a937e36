import { randomUUID } from 'node:crypto'
import * as addins from '@millwatch/contract/http/addins'
import * as apiKeys from '@millwatch/contract/http/api-keys'
import * as rosters from '@millwatch/contract/http/groups'
import * as kiosks from '@millwatch/contract/http/kiosks'
import { createUser } from '@millwatch/contract/http/members'
import * as notices from '@millwatch/contract/http/notices'
import * as schedules from '@millwatch/contract/http/schedules'
import * as shiftEdits from '@millwatch/contract/http/shifts'
import * as reasons from '@millwatch/contract/http/stops-reasons'
import * as tree from '@millwatch/contract/http/tree'
import * as lists from '@millwatch/contract/http/tree-lists'
import { DAY_MS } from '@millwatch/domain/time'
import type { InjectApp } from '../app/inject-app.ts'
import { addSoftPasskey } from '../app/passkeys.ts'
import { switchFactorOn } from '../app/second-factor.ts'
import { mintPerson, mintSession, type TestPerson } from './people.ts'
import {
  alarm,
  device,
  equipment,
  kinds,
  type Make,
  type Maker,
  maintenance,
  named,
  part,
  partHistory,
  run,
  shift,
  stop,
  subscribedAlarm,
  type ThingKind,
  type Things,
  tag,
} from './things.ts'

const lifeMs = 300 * DAY_MS

const roster: Make = async (t, by) => {
  const token = by.people.superuser.token
  const made = (await t.ask(rosters.createRoster, { token, body: { name: named(by.mark, 'group') } })).roster
  const member = await mintPerson(t, by.companyId, 'user', { name: by.mark })
  await t.ask(rosters.addRosterUser, { token, params: { id: made.id }, body: { user_id: member.userId } })
  return { roster: made.id, roster_user: member.userId }
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

/**
 * Makes a new object of a kind for the company `by`, and all objects it depends on; of the kind `company` it makes nothing.
 * Returns their ids by kind, of the kind `company` the id of `by`.
 */
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
  // The unit in the result becomes the parent of all machines, so that a display of that unit may reach what the examples name.
  const machines = await t.db.owner.query<{ id: number }>(
    'select equipment_id::float8 as id from equipment where company_id = $1',
    [by.companyId],
  )
  for (const { id } of machines.rows)
    await t.ask(tree.updateEquipment, { token, params: { id }, body: { parent_org_unit_id: Number(all.org_unit) } })
  return all as Required<Things>
}
