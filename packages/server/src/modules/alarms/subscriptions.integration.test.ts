import * as alarms from '@millwatch/contract/http/alarms'
import * as groups from '@millwatch/contract/http/groups'
import { acceptInvitation, createUser, deleteUser, listInvitations, updateUser } from '@millwatch/contract/http/members'
import { alarmsIn } from '@millwatch/lab/app/alarms'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { personNamed, signedInCompany } from '@millwatch/lab/app/members'
import { describe, expect, test } from 'vitest'
import { recipientsOfAlarms } from './recipients.ts'

const t = await openApp({ evaluatesAlarms: false })
const acme = await signedInCompany(t, 'acme')
const other = await signedInCompany(t, 'other')
const { alarm, asSystem } = alarmsIn(t, acme)
const { user, admin, superuser } = acme.tokens

const idOfNew = async () => (await alarm()).alarm.id
const put = (path: string, token: string, body?: object) => t.call('PUT', `/v0/alarms/${path}`, { token, body })
const post = (path: string, token: string, body: object) => t.call('POST', `/v0/alarms/${path}`, { token, body })
const usersOf = async (id: number) =>
  (await t.ask(alarms.readAlarm, { token: user, params: { id } })).alarm.UserAlarms.map((row) => [
    row.user_id,
    row.send_sms ? 'sms' : '',
    row.send_email ? 'email' : '',
  ])
const recipients = async (id: number) =>
  ((await asSystem((ctx) => recipientsOfAlarms(ctx, [id]))).get(id) ?? []).map(({ userId, channel }) => [
    userId,
    channel,
  ])
const auditOf = async (operation: string, id: number) =>
  (
    await t.db.owner.query('select before, after from audit_entry where operation = $1 and subject = $2 order by 1', [
      operation,
      `alarm/${id}`,
    ])
  ).rows

describe('the own subscription', () => {
  test('is by the channels named, instead of those of before, and ends with its audit entry', async () => {
    const id = await idOfNew()
    const { userAlarm } = await t.ask(alarms.subscribeToAlarm, {
      token: admin,
      params: { id },
      body: { subscribe_email: true },
    })
    expect(userAlarm).toMatchObject({
      ...{ alarm_id: id, user_id: acme.ids.admin, send_sms: false, send_email: true },
      User: { id: acme.ids.admin, first_name: 'admin', last_name: 'acme', email: acme.emailOf('admin') },
    })
    expect(await usersOf(id)).toEqual([[acme.ids.admin, '', 'email']])
    await t.ask(alarms.unsubscribeFromAlarm, { token: admin, params: { id } })
    await t.ask(alarms.unsubscribeFromAlarm, { token: admin, params: { id } })
    expect(await usersOf(id)).toEqual([])
    expect(await auditOf('alarm.unsubscribe', id)).toHaveLength(1)
  })

  test('needs a channel, and for text messages a phone number', async () => {
    const id = await idOfNew()
    for (const body of [{}, { subscribe_email: false, subscribe_sms: false }])
      expect((await post(`${id}/subscribe`, user, body)).json).toMatchObject({ code: 'alarm_channel_missing' })
    const answer = await post(`${id}/subscribe`, user, { subscribe_sms: true, subscribe_email: true })
    expect([answer.status, answer.json]).toMatchObject([409, { code: 'phone_missing' }])
    expect(await usersOf(id)).toEqual([])
  })

  test('is made with the alarm, when a channel is named', async () => {
    const made = await alarm({ subscribe_email: true })
    expect(made.userAlarm).toMatchObject({ user_id: acme.ids.user, send_sms: false, send_email: true })
    expect((await alarm()).userAlarm).toBeNull()
  })
})

describe('subscriptions of others', () => {
  const changes = (id: number, user_ids: number[], roster_id: number) =>
    [
      ['POST', `/v0/alarms/${id}/multisub`, { user_ids, subscribe_email: true }],
      ['PUT', `/v0/alarms/${id}/multiunsub`, { user_ids, subscribe_email: true }],
      ['POST', `/v0/alarms/${id}/rsubscribe`, { roster_id }],
      ['PUT', `/v0/alarms/${id}/runsubscribe`, { roster_id }],
    ] as const
  const statuses = async (id: number, token: string, userId: number, rosterId: number) => {
    const all: number[] = []
    for (const [method, path, body] of changes(id, [userId], rosterId))
      all.push((await t.call(method, path, { token, body })).status)
    return all
  }

  test('are changed by the owner and by superusers; those of maintenance by admins', async () => {
    const roster = (await t.ask(groups.createRoster, { token: superuser, body: { name: 'Rights' } })).roster.id
    const owned = await idOfNew()
    expect(await statuses(owned, user, acme.ids.admin, roster)).toEqual([200, 200, 200, 200])
    expect(await statuses(owned, superuser, acme.ids.admin, roster)).toEqual([200, 200, 200, 200])
    expect(await statuses(owned, admin, acme.ids.admin, roster)).toEqual([403, 403, 403, 403])
    const maintenance = (await alarm({ alarm_type_id: 5, args: { cycle_count: 10 } }, admin)).alarm.id
    await t.db.owner.query('update alarm set owner_user_id = $2 where alarm_id = $1', [maintenance, acme.ids.user])
    expect(await statuses(maintenance, user, acme.ids.admin, roster)).toEqual([403, 403, 403, 403])
    expect(await statuses(maintenance, admin, acme.ids.admin, roster)).toEqual([200, 200, 200, 200])
  })

  test('add and take channels, and end when none is left', async () => {
    const id = await idOfNew()
    await t.ask(updateUser, { token: admin, params: { id: acme.ids.admin }, body: { phone: '+12125550123' } })
    const people = [acme.ids.admin, acme.ids.superuser]
    await post(`${id}/multisub`, user, { user_ids: people, subscribe_email: true })
    await post(`${id}/multisub`, user, { user_ids: [acme.ids.admin], subscribe_sms: true })
    expect(await usersOf(id)).toEqual([
      [acme.ids.admin, 'sms', 'email'],
      [acme.ids.superuser, '', 'email'],
    ])
    expect((await put(`${id}/multiunsub`, user, { user_ids: people, subscribe_email: true })).status).toBe(200)
    expect(await usersOf(id)).toEqual([[acme.ids.admin, 'sms', '']])
    await put(`${id}/multiunsub`, user, { user_ids: people, subscribe_email: true, subscribe_sms: true })
    expect(await usersOf(id)).toEqual([])
    expect(await auditOf('alarm.users.subscribe', id)).toHaveLength(3)
    expect(await auditOf('alarm.users.unsubscribe', id)).toHaveLength(3)
  })

  test('need a phone number for text messages: 409, and nobody of the call is subscribed', async () => {
    const id = await idOfNew()
    await t.ask(updateUser, { token: admin, params: { id: acme.ids.admin }, body: { phone: '+12125550123' } })
    const body = { user_ids: [acme.ids.admin, acme.ids.superuser], subscribe_sms: true }
    const answer = await post(`${id}/multisub`, user, body)
    expect([answer.status, answer.json]).toMatchObject([409, { code: 'phone_missing' }])
    expect(await usersOf(id)).toEqual([])
  })

  test('name people and groups of the own company only', async () => {
    const id = await idOfNew()
    const foreign = (await t.ask(groups.createRoster, { token: other.tokens.superuser, body: { name: 'Foreign' } }))
      .roster.id
    expect(await statuses(id, user, other.ids.user, foreign)).toEqual([404, 404, 404, 404])
    expect(await statuses(id, other.tokens.superuser, other.ids.user, foreign)).toEqual([404, 404, 404, 404])
    expect((await post(`${id}/subscribe`, other.tokens.user, { subscribe_email: true })).status).toBe(404)
  })
})

describe('who is notified', () => {
  test('is each member once per channel, by the own subscription and by groups', async () => {
    const id = await idOfNew()
    await t.ask(updateUser, { token: admin, params: { id: acme.ids.admin }, body: { phone: '+12125550123' } })
    const { roster } = await t.ask(groups.createRoster, { token: superuser, body: { name: 'Notified' } })
    for (const user_id of [acme.ids.admin, acme.ids.superuser])
      await t.ask(groups.addRosterUser, { token: superuser, params: { id: roster.id }, body: { user_id } })
    const place = { id: roster.id, user: acme.ids.admin }
    await t.ask(groups.updateRosterUser, { token: superuser, params: place, body: { send_sms: true } })
    await post(`${id}/rsubscribe`, user, { roster_id: roster.id })
    await post(`${id}/multisub`, user, { user_ids: [acme.ids.admin], subscribe_email: true })
    expect(await recipients(id)).toEqual([
      [acme.ids.admin, 'email'],
      [acme.ids.admin, 'sms'],
      [acme.ids.superuser, 'email'],
    ])
    await t.ask(groups.removeRosterUser, { token: superuser, params: { ...place, user: acme.ids.superuser } })
    await t.ask(updateUser, { token: admin, params: { id: acme.ids.admin }, body: { phone: null } })
    expect(await recipients(id)).toEqual([[acme.ids.admin, 'email']])
    await t.ask(groups.deleteRoster, { token: superuser, params: { id: roster.id } })
    expect(await recipients(id)).toEqual([[acme.ids.admin, 'email']])
    expect((await t.ask(alarms.readAlarm, { token: user, params: { id } })).alarm.RosterAlarms).toEqual([])
  })

  test('is listed by group in natural order of their names', async () => {
    const id = await idOfNew()
    for (const name of ['Crew 10', 'crew 2']) {
      const { roster } = await t.ask(groups.createRoster, { token: superuser, body: { name } })
      await post(`${id}/rsubscribe`, user, { roster_id: roster.id })
    }
    const { alarm } = await t.ask(alarms.readAlarm, { token: user, params: { id } })
    expect(alarm.RosterAlarms.map(({ Roster }) => Roster.name)).toEqual(['crew 2', 'Crew 10'])
  })

  test('is nobody who left the company; the alarms of such a person belong to superusers', async () => {
    const email = 'leaver@acme.example'
    const made = (
      await t.ask(createUser, {
        token: superuser,
        body: personNamed(email),
      })
    ).user
    await t.db.owner.query('update app_user set must_change_password = false where user_id = $1', [made.id])
    const token = await t.signIn(email)
    const id = (await alarm({ subscribe_email: true }, token)).alarm.id
    expect(await recipients(id)).toEqual([[made.id, 'email']])
    await t.ask(deleteUser, { token: superuser, params: { id: made.id } })
    expect(await recipients(id)).toEqual([])
    const { alarm: left } = await t.ask(alarms.readAlarm, { token: user, params: { id } })
    expect([left.owner_user_id, left.UserAlarms]).toEqual([null, []])
    const body = { notify_on_clear: true }
    expect((await put(`${id}`, admin, body)).status).toBe(403)
    expect((await put(`${id}`, superuser, body)).status).toBe(200)
  })
})

test('somebody who is invited can be subscribed, is notified only after accepting', async () => {
  const id = await idOfNew()
  const email = other.emailOf('user')
  const { user: shown } = await t.ask(createUser, { token: superuser, body: personNamed(email) })
  expect((await post(`${id}/multisub`, user, { user_ids: [shown.id], subscribe_email: true })).status).toBe(200)
  expect(await usersOf(id)).toEqual([[shown.id, '', 'email']])
  expect(await recipients(id)).toEqual([])
  await t.db.owner.query('update app_user set email_proven_at = 1 where email = $1', [email])
  const { invitations } = await t.ask(listInvitations, { token: other.tokens.user })
  await t.ask(acceptInvitation, { token: other.tokens.user, params: { id: invitations[0]?.id ?? 0 } })
  expect(await recipients(id)).toEqual([[other.ids.user, 'email']])
})
