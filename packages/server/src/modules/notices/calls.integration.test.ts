import { createHmac } from 'node:crypto'
import {
  createAlarm,
  listAlarmNotices,
  readAlarm,
  subscribeRoster,
  subscribeToAlarm,
  unsubscribeRoster,
} from '@millwatch/contract/http/alarms'
import { addRosterUser, createRoster, deleteRoster, removeRosterUser } from '@millwatch/contract/http/groups'
import { getUser } from '@millwatch/contract/http/identity'
import { deleteUser } from '@millwatch/contract/http/members'
import * as notices from '@millwatch/contract/http/notices'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany, tokensOf } from '@millwatch/lab/app/app-with-company'
import { httpSink } from '@millwatch/lab/app/http-sink'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { smtpSink } from '@millwatch/lab/app/smtp-sink'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { asSystem } from '../../platform/ctx.ts'
import { enqueueNotices } from './index.ts'
import { alarmContent } from './notices.testing.ts'

const clock = manualClock(Date.UTC(2026, 10, 2, 9))
const publicUrl = 'https://millwatch.example'
const smtp = await smtpSink()
const receiver = await httpSink()
const config = { publicUrl, smtp: { url: smtp.url, from: 'millwatch@plant.example' }, webhookAllow: '127.0.0.0/8' }
const { t, company, companyId, root } = await appWithCompany({ clock, config })
let tokens: Awaited<ReturnType<typeof tokensOf>>
let equipmentId: number
let userId: number
let trips = 0

beforeAll(async () => {
  tokens = await tokensOf(t, company)
  equipmentId = (await machineWithDevice(t, tokens.admin, root, 'Press 1')).id
  userId = (await t.ask(getUser, { token: tokens.user })).user.id
})
afterAll(async () => {
  await smtp.close()
  await receiver.close()
})
beforeEach(() => {
  smtp.arrived.length = 0
  receiver.received.length = 0
  receiver.behave(() => ({ status: 200 }))
  clock.advance(10 * MINUTE_MS)
})

async function newAlarm() {
  const body = { equipment_id: equipmentId, alarm_type_id: 4, args: { minutes: 10 }, subscribe_email: true }
  return (await t.ask(createAlarm, { token: tokens.user, body })).alarm.id
}

/** Enqueues the notice of a trip to the user, and delivers it. */
async function trip(alarmId: number, recipientId = userId) {
  const content = { ...alarmContent(alarmId, clock.now()), equipmentId }
  await asSystem({ database: t.db.database, clock }, companyId, (ctx) =>
    enqueueNotices(ctx, [
      { topic: `trip:${++trips}`, event: 'tripped', content, recipients: [{ userId: recipientId, channel: 'email' }] },
    ]),
  )
  await t.app.settleMail()
  await t.app.settleMail()
}

const linkIn = (mail = smtp.arrived[0]) =>
  new URL(/^<(.*)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? 'x:')

const fromMailProgram = (path: string) =>
  t.call('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

describe('the link that stops mails', () => {
  test('works in one click of a mail program, without sign-in, any number of times', async () => {
    const alarmId = await newAlarm()
    await trip(alarmId)
    const { pathname, search } = linkIn()
    for (let i = 0; i < 2; i++) {
      const answer = await fromMailProgram(`${pathname}${search}`)
      expect([answer.status, answer.json]).toEqual([
        200,
        { status: 'success', alarms: [`Press ${alarmId}: offline for 10 m`], reports: [] },
      ])
    }
    smtp.arrived.length = 0
    await trip(alarmId)
    expect(smtp.arrived).toEqual([])
    expect((await t.ask(readAlarm, { token: tokens.user, params: { id: alarmId } })).alarm.UserAlarms).toEqual([])
  })

  test('stops the mails by a group too, and the delivery log of the owner says so', async () => {
    const alarmId = (
      await t.ask(createAlarm, {
        token: tokens.user,
        body: { equipment_id: equipmentId, alarm_type_id: 4, args: { minutes: 10 } },
      })
    ).alarm.id
    const { roster } = await t.ask(createRoster, { token: tokens.superuser, body: { name: 'Fitters' } })
    const member = { user_id: userId }
    await t.ask(addRosterUser, { token: tokens.superuser, params: { id: roster.id }, body: member })
    await t.ask(subscribeRoster, { token: tokens.user, params: { id: alarmId }, body: { roster_id: roster.id } })
    await trip(alarmId)
    const { pathname, search } = linkIn()
    await fromMailProgram(`${pathname}${search}`)
    await trip(alarmId)
    expect(smtp.arrived).toHaveLength(1)
    const { notices: log } = await t.ask(listAlarmNotices, { token: tokens.user, params: { id: alarmId } })
    expect(log.map(({ user, channel, outcome, reason }) => [user?.id, channel, outcome, reason])).toEqual([
      [userId, 'email', 'dropped', 'stopped_by_link'],
      [userId, 'email', 'sent', null],
    ])
  })

  test('changes nothing when it is only read, as scanners of mail do', async () => {
    const alarmId = await newAlarm()
    await trip(alarmId)
    const token = linkIn().searchParams.get('token') ?? ''
    expect(await t.ask(notices.readUnsubscription, { query: { token } })).toMatchObject({
      alarms: [`Press ${alarmId}: offline for 10 m`],
    })
    await trip(alarmId)
    expect(smtp.arrived).toHaveLength(2)
  })

  test('whoever subscribes again gets mails again', async () => {
    const alarmId = await newAlarm()
    await trip(alarmId)
    const token = linkIn().searchParams.get('token') ?? ''
    await t.ask(notices.unsubscribeByLink, { query: { token } })
    await t.ask(subscribeToAlarm, { token: tokens.user, params: { id: alarmId }, body: { subscribe_email: true } })
    await trip(alarmId)
    expect(smtp.arrived).toHaveLength(2)
  })

  test('of another person, alarm or installation is refused', async () => {
    const alarmId = await newAlarm()
    await trip(alarmId)
    const token = linkIn().searchParams.get('token') ?? ''
    const parts = token.split('.')
    const forged = [1, 3].map((at) =>
      parts.map((part, index) => (index === at ? String(Number(part) + 1) : part)).join('.'),
    )
    for (const wrong of [...forged, `${token}x`, 'nonsense', parts.slice(0, -1).join('.')]) {
      const answer = await t.call('POST', `/v0/unsubscribe?token=${wrong}`)
      expect([answer.status, answer.json]).toMatchObject([400, { code: 'unsubscribe_token_invalid' }])
    }
  })
})

describe('a webhook', () => {
  const create = (url: string) =>
    t.call('POST', '/v0/webhooks', { token: tokens.superuser, body: { name: 'Pager', url } })
  const removeAll = async () => {
    const { webhooks } = await t.ask(notices.listWebhooks, { token: tokens.superuser })
    for (const { id } of webhooks) await t.ask(notices.deleteWebhook, { token: tokens.superuser, params: { id } })
  }

  test('is for superusers only', async () => {
    for (const token of [tokens.user, tokens.admin])
      expect((await t.call('GET', '/v0/webhooks', { token })).status).toBe(403)
  })

  test('gets every notice once, signed as in Standard Webhooks', async () => {
    const { webhook, secret } = await t.ask(notices.createWebhook, {
      token: tokens.superuser,
      body: { name: 'Pager', url: `${receiver.url}/hook` },
    })
    const alarmId = await newAlarm()
    await trip(alarmId)
    expect(receiver.received).toHaveLength(1)
    const [request] = receiver.received
    const { headers = {}, body = '' } = request ?? {}
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(content).digest('base64')}`)
    expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(clock.now() / 1000))
    expect(JSON.parse(body)).toMatchObject({
      type: 'alarm.tripped',
      text: expect.stringContaining('No contact since'),
      data: { alarm_id: alarmId, equipment_id: equipmentId, tripped_at: expect.any(String), cleared_at: null },
    })
    const { webhooks } = await t.ask(notices.listWebhooks, { token: tokens.superuser })
    expect(webhooks).toMatchObject([{ id: webhook.id, last_sent_at: expect.any(String), last_failed_at: null }])
    // As if it had been dropped, because its trip was over before it could be sent.
    const dropped = [webhook.id, clock.now()]
    await t.db.owner.query('update notice_message set sent_at = null, failed_at = $2 where webhook_id = $1', dropped)
    await t.db.owner.query(`update notice set outcome = 'dropped', ended_at = $2 where webhook_id = $1`, dropped)
    const [after] = (await t.ask(notices.listWebhooks, { token: tokens.superuser })).webhooks
    expect(after).toMatchObject({ last_sent_at: null, last_failed_at: null })
    await removeAll()
  })

  test('that fails is tried again with the same id, holds up no mail, and 410 ends it', async () => {
    await create(receiver.url)
    receiver.behave(() => ({ status: 500 }))
    const alarmId = await newAlarm()
    await trip(alarmId)
    expect(smtp.arrived).toHaveLength(1)
    clock.advance(MINUTE_MS)
    receiver.behave(() => ({ status: 410 }))
    await t.app.settleMail()
    clock.advance(MINUTE_MS)
    await t.app.settleMail()
    expect(receiver.received).toHaveLength(2)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const { notices: log } = await t.ask(listAlarmNotices, { token: tokens.user, params: { id: alarmId } })
    expect(log.find((row) => row.channel === 'webhook')).toMatchObject({ outcome: 'given_up', reason: 'refused' })
    await removeAll()
  })

  test('lists its messages with their results, and one that was given up is tried again with the same id', async () => {
    const { json } = await create(receiver.url)
    const { id } = (json as { webhook: { id: number } }).webhook
    const alarmId = await newAlarm()
    receiver.behave(() => ({ status: 410 }))
    await trip(alarmId)
    const read = async () =>
      (await t.ask(notices.listWebhookDeliveries, { token: tokens.superuser, params: { id } })).deliveries
    const [given] = await read()
    expect(given).toMatchObject({
      ...{ event: 'alarm.tripped', title: `Press ${alarmId}: offline for 10 m`, attempts: 1, sent_at: null },
      ...{ failed_at: expect.any(String), next_attempt_at: null, problem: 'The receiver answered 410' },
    })
    receiver.behave(() => ({ status: 200, afterMs: 200 }))
    const again = { params: { id, delivery: given?.id ?? 0 }, token: tokens.superuser }
    await t.ask(notices.retryWebhookDelivery, again)
    // The server has begun to send it by itself.
    await expect.poll(() => receiver.received).toHaveLength(2)
    await t.app.settleMail()
    expect(await read()).toMatchObject([{ attempts: 1, sent_at: expect.any(String), failed_at: null, problem: null }])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const { notices: log } = await t.ask(listAlarmNotices, { token: tokens.user, params: { id: alarmId } })
    expect(log.find((row) => row.channel === 'webhook')).toMatchObject({ outcome: 'sent', reason: null })
    // An accepted message is not sent a second time.
    await t.ask(notices.retryWebhookDelivery, again)
    await t.app.settleMail()
    expect(receiver.received).toHaveLength(2)
    const path = `/v0/webhooks/${id}/deliveries`
    for (const token of [tokens.user, tokens.admin]) {
      expect((await t.call('GET', path, { token })).status).toBe(403)
      expect((await t.call('POST', `${path}/${given?.id}/retry`, { token, body: {} })).status).toBe(403)
    }
    expect((await t.call('POST', `${path}/999999/retry`, { token: tokens.superuser, body: {} })).status).toBe(404)
    await removeAll()
  })

  test('is tried by a test message', async () => {
    const { json } = await create(receiver.url)
    const { id } = (json as { webhook: { id: number } }).webhook
    const test = () => t.ask(notices.testWebhook, { token: tokens.superuser, params: { id } })
    expect(await test()).toMatchObject({ delivered: true, problem: null })
    receiver.behave(() => ({ status: 404 }))
    expect(await test()).toMatchObject({ delivered: false, problem: 'The receiver answered 404' })
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'test' })
    await removeAll()
  })

  test.each([
    'http://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://me:word@x.example/',
    'ftp://x.example/',
    'https://x.example/\\evil',
    'nonsense',
  ])('at %s is refused', async (url) => {
    const answer = await create(url)
    expect([answer.status, answer.json]).toMatchObject([400, { code: 'webhook_url_invalid' }])
  })

  test('a company has at most 20', async () => {
    for (let i = 0; i < 20; i++) expect((await create(`https://x.example/${i}`)).status).toBe(200)
    expect((await create('https://x.example/more')).json).toMatchObject({ code: 'webhooks_full' })
    await removeAll()
  })
})

test('the delivery log of an alarm is for its owner and superusers: who, what, when and result', async () => {
  const alarmId = await newAlarm()
  smtp.behave((line) => (line.startsWith('RCPT') ? '550 no such person' : undefined))
  await trip(alarmId)
  smtp.behave(() => undefined)
  await trip(alarmId)
  const read = (token: string) => t.call('GET', `/v0/alarms/${alarmId}/notices`, { token })
  expect((await read(tokens.admin)).status).toBe(403)
  expect((await read(tokens.superuser)).status).toBe(200)
  const { notices: log } = await t.ask(listAlarmNotices, { token: tokens.user, params: { id: alarmId } })
  expect(log).toMatchObject([
    { about: 'tripped', channel: 'email', user: { id: userId }, outcome: 'sent', reason: null, attempts: 1 },
    {
      about: 'tripped',
      channel: 'email',
      user: { id: userId },
      outcome: 'given_up',
      reason: 'refused',
      next_attempt_at: null,
    },
  ])
})

test('whoever unsubscribes gets nothing more, also of what waits', async () => {
  const alarmId = await newAlarm()
  smtp.behave((line) => (line.startsWith('RCPT') ? '451 later' : undefined))
  await trip(alarmId)
  expect((await t.call('PUT', `/v0/alarms/${alarmId}/unsubscribe`, { token: tokens.user, body: {} })).status).toBe(200)
  smtp.behave(() => undefined)
  clock.advance(MINUTE_MS)
  await t.app.settleMail()
  expect(smtp.arrived).toEqual([])
})

describe('whoever leaves gets nothing more, also of what waits', () => {
  const superuser = () => ({ token: tokens.superuser })
  let alarmId: number
  let rosterId: number
  let memberId: number
  let made = 0

  beforeEach(async () => {
    const body = { equipment_id: equipmentId, alarm_type_id: 4, args: { minutes: 10 } }
    alarmId = (await t.ask(createAlarm, { token: tokens.user, body })).alarm.id
    rosterId = (await t.ask(createRoster, { ...superuser(), body: { name: `Leaving ${++made}` } })).roster.id
    const { rows } = await t.db.owner.query<{ id: number }>(
      `with made as (insert into app_user (email, first_name, last_name, password_hash, created_at)
          values ($1, 'A', 'B', 'x', 0) returning user_id)
        insert into membership (company_id, user_id, role, created_at) select $2, user_id, 'user', 0 from made
        returning user_id::float8 as id`,
      [`leaving${made}@plant.example`, companyId],
    )
    memberId = rows[0]?.id ?? 0
    await t.ask(addRosterUser, { ...superuser(), params: { id: rosterId }, body: { user_id: memberId } })
    await t.ask(subscribeRoster, { token: tokens.user, params: { id: alarmId }, body: { roster_id: rosterId } })
  })

  test('a refused mail to a member of a group is in the log of the owner of the alarm', async () => {
    smtp.behave((line) => (line.startsWith('RCPT') ? '550 no such person' : undefined))
    await trip(alarmId, memberId)
    smtp.behave((line) => (line === '.' ? '554 looks like spam' : undefined))
    await trip(alarmId, memberId)
    smtp.behave(() => undefined)
    const { notices: log } = await t.ask(listAlarmNotices, { token: tokens.user, params: { id: alarmId } })
    expect(log.map(({ user, outcome, reason }) => [user?.id, outcome, reason])).toEqual([
      [memberId, 'given_up', 'refused_content'],
      [memberId, 'given_up', 'refused'],
    ])
  })

  test.each([
    ['the company', () => t.ask(deleteUser, { ...superuser(), params: { id: memberId } })],
    ['the group', () => t.ask(removeRosterUser, { ...superuser(), params: { id: rosterId, user: memberId } })],
    ['with the group', () => t.ask(deleteRoster, { ...superuser(), params: { id: rosterId } })],
    [
      'as the group does',
      () => t.ask(unsubscribeRoster, { token: tokens.user, params: { id: alarmId }, body: { roster_id: rosterId } }),
    ],
  ] as const)('%s', async (_, leave) => {
    const log = async () =>
      (await t.ask(listAlarmNotices, { token: tokens.user, params: { id: alarmId } })).notices.map((row) => row.outcome)
    smtp.behave((line) => (line.startsWith('RCPT') ? '451 later' : undefined))
    await trip(alarmId, memberId)
    expect(await log()).toEqual([null])
    await leave()
    smtp.behave(() => undefined)
    for (let s = 0; s < 60; s += 5) {
      clock.advance(5000)
      await t.app.settleMail()
    }
    expect(smtp.arrived).toEqual([])
    expect(await log()).toEqual(['dropped'])
  })
})
