import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { httpSink } from '@millwatch/lab/app/http-sink'
import { describe, expect, test } from 'vitest'
import type { Ctx } from '../../platform/ctx.ts'
import { deliveryBench } from './delivery.testing.ts'
import { deliveryOf } from './delivery.ts'
import { enqueueNotices } from './enqueue.ts'
import { alarmContent, noticePlant } from './notices.testing.ts'
import { noticeBacklog } from './store-directory.ts'
import { holdMessages, leaseMessages, releaseMessages } from './store-send.ts'
import { addWebhook, retryDelivery } from './webhooks.ts'

const t = deliveryBench()

describe('a notice', () => {
  test('goes once to each person and channel, however often it is enqueued', async () => {
    for (let i = 0; i < 3; i++)
      await t.plant.trip(1, [t.email, t.phone, { userId: await t.plant.userIdOf('admin'), channel: 'email' }])
    await t.plant.settle()
    await t.plant.settle()
    expect(t.smtp.arrived.map(({ to }) => to[0]).toSorted()).toEqual(
      (['admin', 'user'] as const).map((role) => t.plant.company.emailOf(role)),
    )
    expect(t.texts().map((form) => form.get('To'))).toEqual(['+15557770001'])
    expect(await t.outcomes()).toEqual(['sent', 'sent', 'sent'])
  })

  test('is one mail with text and HTML of the same content, a link to the alarm and one to stop it', async () => {
    await t.plant.trip(1, [t.email], { machine: 'Press <1> "left"' })
    await t.plant.settle()
    const [mail] = t.smtp.arrived
    expect(mail?.headers.get('subject')).toBe('Press <1> "left": offline for 10 m')
    expect(mail?.headers.get('from')).toBe('Millwatch <millwatch@plant.example>')
    expect(mail?.body).toContain('No contact since 8:50 AM.')
    expect(mail?.html).toContain('No contact since 8:50 AM.')
    expect(mail?.body).toContain('Hall 1, 11/2/2026 9:00 AM (UTC)')
    expect(mail?.body).toContain('https://millwatch.example/e/71/alarms?alarm=1')
    expect(mail?.html).toContain('Press &lt;1&gt; &quot;left&quot;')
    expect(mail?.html).toContain('href="https://millwatch.example/e/71/alarms?alarm=1"')
    // No picture and no other remote content.
    expect(mail?.html).not.toMatch(/<(img|link|script|iframe)|url\(|src=/)
    const [, address] = /^<(.*)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '') ?? []
    expect(address).toMatch(/^https:\/\/millwatch\.example\/v0\/unsubscribe\?token=/)
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail?.body).toContain(address?.replace('/v0/unsubscribe?token', '/unsubscribe?stop'))
  })

  test('uses the dates of its reader', async () => {
    await t.db.owner.query("update app_user set locale = 'de-DE' where user_id = $1", [t.eva])
    await t.plant.trip(1, [t.email])
    await t.plant.settle()
    expect(t.smtp.arrived[0]?.body).toContain('Hall 1, 2.11.2026 09:00 (UTC)')
  })

  test('by text message has at most 160 characters, and its link stays whole', async () => {
    await t.plant.trip(1, [t.phone], { machine: 'M'.repeat(120) })
    await t.plant.settle()
    const [form] = t.texts()
    expect(form?.get('From')).toBe('+15550001111')
    expect(form?.get('Body')).toHaveLength(160)
    expect(form?.get('Body')).toMatch(/^MMM.*\.\.\. https:\/\/millwatch\.example\/e\/71\/alarms\?alarm=1$/)
  })

  test('has the same id at every attempt', async () => {
    let [mails, calls] = [0, 0]
    t.smtp.behave((line) => (line === '.' && mails++ === 0 ? '451 taken, but you do not know' : undefined))
    t.sms.behave(() => ({ status: calls++ < 2 ? 503 : 201 }))
    await t.plant.trip(1, [t.email, t.phone])
    await t.plant.settle()
    expect(await t.outcomes()).toEqual(['null', 'null'])
    for (let i = 0; i < 6; i++) {
      t.plant.clock.advance(MINUTE_MS)
      await t.plant.settle()
    }
    expect(await t.outcomes()).toEqual(['sent', 'sent'])
    expect(mails).toBe(2)
    expect(t.smtp.arrived).toHaveLength(1)
    const keys = t.sms.received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })
})

test('every channel is counted, also one without notices', async () => {
  const counted = await noticeBacklog(t.db.database, t.plant.clock.now())
  const nothing = { waiting: 0, oldest: null, givenUp: 0 }
  expect(counted).toMatchObject([{ channel: 'email' }, { channel: 'sms' }, { channel: 'webhook', ...nothing }])
})

describe('failures', () => {
  test('are tried again with growing gaps for 24 hours, and then given up visibly', async () => {
    t.smtp.behave((line) => (line.startsWith('RCPT') ? '451 later' : undefined))
    await t.plant.trip(1, [t.email])
    const gaps: number[] = []
    for (let at = t.plant.clock.now(); gaps.length < 60; at = t.plant.clock.now()) {
      await t.plant.settle()
      const [message] = await t.plant.messages()
      if (message.failed_at !== null) break
      gaps.push(Number(message.due_at) - at)
      t.plant.clock.set(Number(message.due_at) - 1)
      await t.plant.settle()
      expect((await t.plant.messages())[0].attempts).toBe(message.attempts)
      t.plant.clock.advance(1)
    }
    expect(gaps.slice(0, 5)).toEqual([10e3, 20e3, 40e3, 80e3, 160e3])
    expect(gaps.at(-1)).toBe(HOUR_MS)
    const [message] = await t.plant.messages()
    const triedMs = Number(message.failed_at) - Number(message.created_at)
    expect(triedMs).toBeGreaterThanOrEqual(24 * HOUR_MS)
    expect(triedMs).toBeLessThan(26 * HOUR_MS)
    expect(await t.outcomes()).toEqual(['given_up expired'])
    t.smtp.behave(() => undefined)
    t.plant.clock.advance(48 * HOUR_MS)
    await t.plant.settle()
    expect(t.smtp.arrived).toEqual([])
  })

  test('of a message to a webhook that is retried days later are tried again for 24 hours from then', async () => {
    const receiver = await httpSink()
    receiver.behave(() => ({ status: 410 }))
    const allow = '127.0.0.0/8'
    const { webhookId } = await t.plant.within((ctx) => addWebhook(ctx, { name: 'Plan', url: receiver.url }, allow))
    await t.plant.trip(1, [])
    await t.plant.settle()
    expect(await t.outcomes()).toEqual(['given_up refused'])
    receiver.behave(() => ({ status: 503 }))
    t.plant.clock.advance(72 * HOUR_MS)
    const retriedAt = t.plant.clock.now()
    const [{ notice_message_id: id }] = await t.plant.messages()
    await t.plant.within((ctx) => retryDelivery(ctx, webhookId, Number(id)))
    await t.plant.settle()
    for (let [message] = await t.plant.messages(); message.failed_at === null; [message] = await t.plant.messages()) {
      t.plant.clock.set(Number(message.due_at))
      await t.plant.settle()
    }
    const triedMs = Number((await t.plant.messages())[0].failed_at) - retriedAt
    expect(triedMs).toBeGreaterThanOrEqual(24 * HOUR_MS)
    expect(triedMs).toBeLessThan(26 * HOUR_MS)
    await receiver.close()
  })

  test('of a message that is retried while a server has it are none when that server puts it back', async () => {
    const receiver = await httpSink()
    receiver.behave(() => ({ status: 503 }))
    const allow = '127.0.0.0/8'
    const { webhookId } = await t.plant.within((ctx) => addWebhook(ctx, { name: 'Plan', url: receiver.url }, allow))
    await t.plant.trip(1, [])
    await t.plant.settle()
    const attempts = async () => (await t.plant.messages()).map((message) => message.attempts)
    for (const putBack of [
      (ctx: Ctx, id: number) => releaseMessages(ctx, [id]),
      (ctx: Ctx, id: number) => holdMessages(ctx, [id], [ctx.clock.now()], ctx.clock.now()),
    ]) {
      t.plant.clock.advance(HOUR_MS)
      const [leased] = await t.plant.within((ctx) => leaseMessages(ctx, 'webhook', ctx.clock.now(), 1, MINUTE_MS))
      const id = leased?.messageId ?? 0
      await t.plant.within((ctx) => retryDelivery(ctx, webhookId, id))
      await t.plant.within((ctx) => putBack(ctx, id))
      expect(await attempts()).toEqual([0])
    }
    await receiver.close()
  })

  test('that are final end at once', async () => {
    t.smtp.behave((line) => (line.startsWith('RCPT') ? '550 no such person' : undefined))
    t.sms.behave(() => ({ status: 400 }))
    await t.plant.trip(1, [t.email, t.phone])
    await t.plant.settle()
    expect(await t.outcomes()).toEqual(['given_up refused', 'given_up refused'])
    expect(t.sms.received).toHaveLength(1)
  })

  test('a 429 of the SMS service waits as long as it demands', async () => {
    t.sms.behave(() => ({ status: 429, headers: { 'retry-after': '90' } }))
    await t.plant.trip(1, [t.phone])
    await t.plant.settle()
    expect(Number((await t.plant.messages())[0].due_at)).toBe(t.plant.clock.now() + 90_000)
    t.sms.behave(() => ({ status: 201 }))
    t.plant.clock.advance(89_999)
    await t.plant.settle()
    expect(t.sms.received).toHaveLength(1)
    t.plant.clock.advance(1)
    await t.plant.settle()
    expect(t.sms.received).toHaveLength(2)
    expect(await t.outcomes()).toEqual(['sent'])
  })

  test('a mail server that hangs holds up no text message, and is tried again', async () => {
    t.smtp.behave((line) => (line.startsWith('RCPT') ? null : undefined))
    t.sms.behave((request) => (request.body.includes('Press+2') ? null : { status: 201 }))
    await t.plant.trip(1, [t.email, t.phone])
    await t.plant.trip(2, [t.phone])
    await t.plant.settle(deliveryOf(t.plant.parts(500), t.plant.companyId))
    expect(await t.outcomes()).toEqual(['null', 'sent', 'null'])
    t.smtp.behave(() => undefined)
    t.sms.behave(() => ({ status: 201 }))
    t.plant.clock.advance(10_000)
    await t.plant.settle()
    expect(await t.outcomes()).toEqual(['sent', 'sent', 'sent'])
  })

  test('a service that redirects is not followed', async () => {
    const other = await httpSink()
    t.sms.behave(() => ({ status: 307, headers: { location: other.url } }))
    await t.plant.trip(1, [t.phone])
    await t.plant.settle()
    expect(other.received).toEqual([])
    expect(await t.outcomes()).toEqual(['given_up refused'])
    await other.close()
  })

  test('without a service a notice waits for one, and is given up after 24 hours', async () => {
    t.plant = await noticePlant({ db: t.db })
    const recipient = { userId: await t.plant.userIdOf('user'), channel: 'email' } as const
    await t.plant.trip(1, [recipient])
    await t.plant.settle()
    expect(await t.outcomes()).toEqual(['null'])
    t.plant.clock.advance(24 * HOUR_MS)
    await t.plant.settle()
    expect(await t.outcomes()).toEqual(['given_up no_service'])
  })
})

describe('nobody gets a notice', () => {
  const later = async (change: () => Promise<unknown>) => {
    t.smtp.behave((line) => (line.startsWith('RCPT') ? '451 later' : undefined))
    await t.plant.trip(1, [t.email])
    await t.plant.settle()
    await change()
    t.smtp.behave(() => undefined)
    t.plant.clock.advance(MINUTE_MS)
    await t.plant.settle()
    expect(t.smtp.arrived).toEqual([])
    return t.outcomes()
  }

  test('after leaving the company, also one that is being retried', async () => {
    expect(await later(() => t.db.owner.query('delete from membership where user_id = $1', [t.eva]))).toEqual([
      'dropped left',
    ])
    await t.plant.trip(2, [t.email])
    await t.plant.settle()
    expect(t.smtp.arrived).toEqual([])
  })

  test('after the end of the subscription, of the person or the group', async () => {
    expect(await later(async () => t.plant.ended.add(`1/${t.eva}/email`))).toEqual(['dropped unsubscribed'])
  })

  test('more than 3 s after the end of the subscription, however slow the service is', async () => {
    for (let alarmId = 1; alarmId <= 5; alarmId++) await t.plant.trip(alarmId, [t.phone])
    // Four messages are under way at once, and the fifth waits for the first of them.
    t.sms.behave(() => {
      if (t.plant.ended.size === 0) t.plant.clock.advance(3001)
      for (let alarmId = 1; alarmId <= 5; alarmId++) t.plant.ended.add(`${alarmId}/${t.eva}/sms`)
      return { status: 201 }
    })
    await t.plant.settle()
    expect(t.sms.received).toHaveLength(4)
    expect((await t.outcomes()).toSorted()).toEqual(['dropped unsubscribed', 'sent', 'sent', 'sent', 'sent'])
  })

  test('by text message without a phone', async () => {
    await t.db.owner.query('update app_user set phone = null where user_id = $1', [t.eva])
    await t.plant.trip(1, [t.phone])
    await t.plant.settle()
    expect(t.sms.received).toEqual([])
    expect(await t.outcomes()).toEqual(['dropped no_phone'])
  })

  test('of a suspended company', async () => {
    await t.plant.trip(1, [t.email])
    await t.db.owner.query('update company set suspended_at = 1 where company_id = $1', [t.plant.companyId])
    const server = await t.plant.start()
    await server.settle()
    expect(t.smtp.arrived).toEqual([])
    await t.db.owner.query('update company set suspended_at = null where company_id = $1', [t.plant.companyId])
    await server.settle()
    expect(t.smtp.arrived).toHaveLength(1)
    await server.stop()
  })
})

test('a transaction that is rolled back leaves no notice', async () => {
  const failing = t.plant.within(async (ctx) => {
    const content = alarmContent(1, t.plant.clock.now())
    await enqueueNotices(ctx, [{ topic: 'trip:1', event: 'tripped', content, recipients: [t.email] }])
    throw new Error('The change failed')
  })
  await expect(failing).rejects.toThrow('The change failed')
  await t.plant.settle()
  expect(await t.plant.rows()).toEqual([])
})

test('a demo keeps mail and text messages, and nothing leaves', async () => {
  t.plant = await noticePlant({ db: t.db, isDemo: true })
  const userId = await t.plant.userIdOf('user')
  await t.db.owner.query("update app_user set phone = '+15557770002' where user_id = $1", [userId])
  await t.plant.trip(1, [
    { userId, channel: 'email' },
    { userId, channel: 'sms' },
  ])
  await t.plant.settle()
  expect((await t.plant.messages()).map((row) => [row.channel, row.recipient, row.subject]).toSorted()).toEqual([
    ['email', t.plant.company.emailOf('user'), 'Press 1: offline for 10 m'],
    ['sms', '+15557770002', 'Text message'],
  ])
})
