import { type HttpSink, httpSink } from '@millwatch/lab/app/http-sink'
import { type SmtpSink, smtpSink } from '@millwatch/lab/app/smtp-sink'
import { type TestDatabase, testDatabase } from '@millwatch/lab/database/database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NoticeRecipient } from './content.ts'
import { deliveryOf } from './delivery.ts'
import { enqueueNotices } from './enqueue.ts'
import { alarmContent, type NoticePlant, noticePlant } from './notices.testing.ts'

const minute = 60_000
const hour = 60 * minute
let db: TestDatabase
let smtp: SmtpSink
let sms: HttpSink
let plant: NoticePlant
let eva: number
let email: NoticeRecipient
let phone: NoticeRecipient

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  smtp = await smtpSink()
  sms = await httpSink()
  plant = await noticePlant({ db, smtpUrl: smtp.url, smsUrl: `${sms.url}/Messages.json` })
  eva = await plant.userIdOf('user')
  await db.owner.query("update app_user set phone = '+15557770001' where user_id = $1", [eva])
  email = { userId: eva, channel: 'email' }
  phone = { userId: eva, channel: 'sms' }
  return async () => {
    await smtp.close()
    await sms.close()
  }
})

const texts = () => sms.received.map(({ body }) => new URLSearchParams(body))
const outcomes = async () =>
  (await plant.rows()).map(({ outcome, reason }) => `${outcome}${reason ? ` ${reason}` : ''}`)
const hours = (from: number | null, to: number | null) =>
  db.owner.query('update membership set alerts_enabled_min = $2, alerts_disabled_min = $3 where user_id = $1', [
    eva,
    from,
    to,
  ])

describe('a notice', () => {
  test('goes once to each person and channel, however often it is enqueued', async () => {
    for (let i = 0; i < 3; i++)
      await plant.trip(1, [email, phone, { userId: await plant.userIdOf('admin'), channel: 'email' }])
    await plant.settle()
    await plant.settle()
    expect(smtp.arrived.map(({ to }) => to[0]).toSorted()).toEqual(
      (['admin', 'user'] as const).map((role) => plant.company.emailOf(role)),
    )
    expect(texts().map((form) => form.get('To'))).toEqual(['+15557770001'])
    expect(await outcomes()).toEqual(['sent', 'sent', 'sent'])
  })

  test('is one mail with text and HTML of the same content, a link to the alarm and one to stop it', async () => {
    await plant.trip(1, [email], { machine: 'Press <1> "left"' })
    await plant.settle()
    const [mail] = smtp.arrived
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
    await db.owner.query("update app_user set locale = 'de-DE' where user_id = $1", [eva])
    await plant.trip(1, [email])
    await plant.settle()
    expect(smtp.arrived[0]?.body).toContain('Hall 1, 2.11.2026 09:00 (UTC)')
  })

  test('by text message has at most 160 characters, and its link stays whole', async () => {
    await plant.trip(1, [phone], { machine: 'M'.repeat(120) })
    await plant.settle()
    const [form] = texts()
    expect(form?.get('From')).toBe('+15550001111')
    expect(form?.get('Body')).toHaveLength(160)
    expect(form?.get('Body')).toMatch(/^MMM.*\.\.\. https:\/\/millwatch\.example\/e\/71\/alarms\?alarm=1$/)
  })

  test('has the same id at every attempt', async () => {
    let [mails, calls] = [0, 0]
    smtp.behave((line) => (line === '.' && mails++ === 0 ? '451 taken, but you do not know' : undefined))
    sms.behave(() => ({ status: calls++ < 2 ? 503 : 201 }))
    await plant.trip(1, [email, phone])
    await plant.settle()
    expect(await outcomes()).toEqual(['null', 'null'])
    for (let i = 0; i < 6; i++) {
      plant.clock.advance(minute)
      await plant.settle()
    }
    expect(await outcomes()).toEqual(['sent', 'sent'])
    expect(mails).toBe(2)
    expect(smtp.arrived).toHaveLength(1)
    const keys = sms.received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('failures', () => {
  test('are tried again with growing gaps for 24 hours, and then given up visibly', async () => {
    smtp.behave((line) => (line.startsWith('RCPT') ? '451 later' : undefined))
    await plant.trip(1, [email])
    const gaps: number[] = []
    for (let at = plant.clock.now(); gaps.length < 60; at = plant.clock.now()) {
      await plant.settle()
      const [message] = await plant.messages()
      if (message.failed_at !== null) break
      gaps.push(Number(message.due_at) - at)
      plant.clock.set(Number(message.due_at) - 1)
      await plant.settle()
      expect((await plant.messages())[0].attempts).toBe(message.attempts)
      plant.clock.advance(1)
    }
    expect(gaps.slice(0, 5)).toEqual([10e3, 20e3, 40e3, 80e3, 160e3])
    expect(gaps.at(-1)).toBe(hour)
    const [message] = await plant.messages()
    const triedMs = Number(message.failed_at) - Number(message.created_at)
    expect(triedMs).toBeGreaterThanOrEqual(24 * hour)
    expect(triedMs).toBeLessThan(26 * hour)
    expect(await outcomes()).toEqual(['given_up expired'])
    smtp.behave(() => undefined)
    plant.clock.advance(48 * hour)
    await plant.settle()
    expect(smtp.arrived).toEqual([])
  })

  test('that are final end at once', async () => {
    smtp.behave((line) => (line.startsWith('RCPT') ? '550 no such person' : undefined))
    sms.behave(() => ({ status: 400 }))
    await plant.trip(1, [email, phone])
    await plant.settle()
    expect(await outcomes()).toEqual(['given_up refused', 'given_up refused'])
    expect(sms.received).toHaveLength(1)
  })

  test('a 429 of the SMS service waits as long as it demands', async () => {
    sms.behave(() => ({ status: 429, headers: { 'retry-after': '90' } }))
    await plant.trip(1, [phone])
    await plant.settle()
    expect(Number((await plant.messages())[0].due_at)).toBe(plant.clock.now() + 90_000)
    sms.behave(() => ({ status: 201 }))
    plant.clock.advance(89_999)
    await plant.settle()
    expect(sms.received).toHaveLength(1)
    plant.clock.advance(1)
    await plant.settle()
    expect(sms.received).toHaveLength(2)
    expect(await outcomes()).toEqual(['sent'])
  })

  test('a mail server that hangs holds up no text message, and is tried again', async () => {
    smtp.behave((line) => (line.startsWith('RCPT') ? null : undefined))
    sms.behave((request) => (request.body.includes('Press+2') ? null : { status: 201 }))
    await plant.trip(1, [email, phone])
    await plant.trip(2, [phone])
    await plant.settle()
    expect(await outcomes()).toEqual(['null', 'sent', 'null'])
    smtp.behave(() => undefined)
    sms.behave(() => ({ status: 201 }))
    plant.clock.advance(10_000)
    await plant.settle()
    expect(await outcomes()).toEqual(['sent', 'sent', 'sent'])
  })

  test('a service that redirects is not followed', async () => {
    const other = await httpSink()
    sms.behave(() => ({ status: 307, headers: { location: other.url } }))
    await plant.trip(1, [phone])
    await plant.settle()
    expect(other.received).toEqual([])
    expect(await outcomes()).toEqual(['given_up refused'])
    await other.close()
  })

  test('without a service a notice waits for one, and is given up after 24 hours', async () => {
    plant = await noticePlant({ db })
    const recipient = { userId: await plant.userIdOf('user'), channel: 'email' } as const
    await plant.trip(1, [recipient])
    await plant.settle()
    expect(await outcomes()).toEqual(['null'])
    plant.clock.advance(24 * hour)
    await plant.settle()
    expect(await outcomes()).toEqual(['given_up no_service'])
  })
})

describe('nobody gets a notice', () => {
  const later = async (change: () => Promise<unknown>) => {
    smtp.behave((line) => (line.startsWith('RCPT') ? '451 later' : undefined))
    await plant.trip(1, [email])
    await plant.settle()
    await change()
    smtp.behave(() => undefined)
    plant.clock.advance(minute)
    await plant.settle()
    expect(smtp.arrived).toEqual([])
    return outcomes()
  }

  test('after leaving the company, also one that is being retried', async () => {
    expect(await later(() => db.owner.query('delete from membership where user_id = $1', [eva]))).toEqual([
      'dropped left',
    ])
    await plant.trip(2, [email])
    await plant.settle()
    expect(smtp.arrived).toEqual([])
  })

  test('after the end of the subscription, of the person or the group', async () => {
    expect(await later(async () => plant.ended.add(`1/${eva}/email`))).toEqual(['dropped unsubscribed'])
  })

  test('by text message without a phone', async () => {
    await db.owner.query('update app_user set phone = null where user_id = $1', [eva])
    await plant.trip(1, [phone])
    await plant.settle()
    expect(sms.received).toEqual([])
    expect(await outcomes()).toEqual(['dropped no_phone'])
  })

  test('of a suspended company', async () => {
    await plant.trip(1, [email])
    await db.owner.query('update company set suspended_at = 1 where company_id = $1', [plant.companyId])
    const server = await plant.start()
    await server.settle()
    expect(smtp.arrived).toEqual([])
    await db.owner.query('update company set suspended_at = null where company_id = $1', [plant.companyId])
    await server.settle()
    expect(smtp.arrived).toHaveLength(1)
    await server.stop()
  })
})

describe('alert hours', () => {
  test('hold a notice back until they open, and it is sent if the alarm is still tripped', async () => {
    await hours(10 * 60, 17 * 60)
    await plant.trip(1, [email])
    await plant.settle()
    for (let i = 0; i < 3; i++) {
      plant.clock.advance(15 * minute)
      await plant.settle()
    }
    expect(smtp.arrived).toEqual([])
    plant.clock.advance(15 * minute)
    await plant.settle()
    expect(smtp.arrived).toHaveLength(1)
  })

  test('drop a notice whose alarm cleared meanwhile, and its clear notice too', async () => {
    await hours(10 * 60, 17 * 60)
    await plant.trip(1, [email])
    await plant.settle()
    await plant.close(1)
    await plant.trip(1, [email], { about: 'cleared' })
    plant.clock.advance(hour)
    await plant.settle()
    plant.clock.advance(minute)
    await plant.settle()
    expect(smtp.arrived).toEqual([])
    expect(await outcomes()).toEqual(['dropped over', 'dropped trip_not_sent'])
  })

  test('drop it also if nothing had looked at it before the alarm cleared', async () => {
    await hours(10 * 60, 17 * 60)
    await plant.trip(1, [email])
    await plant.close(1)
    await plant.settle()
    expect(await outcomes()).toEqual(['dropped over'])
  })

  test('hold back an attempt that is repeated after they closed', async () => {
    await hours(8 * 60, 10 * 60)
    smtp.behave((line) => (line.startsWith('RCPT') ? '451 later' : undefined))
    await plant.trip(1, [email])
    for (let i = 0; i < 7; i++) {
      await plant.settle()
      plant.clock.advance(10 * minute)
    }
    smtp.behave(() => undefined)
    for (let i = 0; i < 3; i++) {
      plant.clock.advance(hour)
      await plant.settle()
    }
    expect(smtp.arrived).toEqual([])
    plant.clock.set(Date.parse('2026-11-03T08:00:00Z'))
    await plant.settle()
    expect(smtp.arrived).toHaveLength(1)
  })

  test('that the person opens meanwhile apply within a quarter of an hour', async () => {
    await hours(20 * 60, 21 * 60)
    await plant.trip(1, [email])
    await plant.settle()
    await hours(null, null)
    plant.clock.advance(15 * minute)
    await plant.settle()
    expect(smtp.arrived).toHaveLength(1)
  })
})

describe('what follows a trip', () => {
  test('the clear notice goes to those who got the trip, after it', async () => {
    await plant.trip(1, [email])
    await plant.close(1)
    await plant.trip(1, [email, { userId: await plant.userIdOf('admin'), channel: 'email' }], {
      about: 'cleared',
    })
    await plant.settle()
    plant.clock.advance(2000)
    await plant.settle()
    expect(smtp.arrived.map((mail) => mail.headers.get('subject'))).toEqual([
      'Press 1: offline for 10 m',
      'Press 1: offline cleared',
    ])
    expect(smtp.arrived.map((mail) => mail.to)).toEqual([
      [plant.company.emailOf('user')],
      [plant.company.emailOf('user')],
    ])
  })

  test('a repeat is dropped once the trip is over', async () => {
    await plant.trip(1, [email])
    await plant.settle()
    await plant.trip(1, [email], { about: 'repeat', n: 1 })
    await plant.close(1)
    await plant.settle()
    expect(await outcomes()).toEqual(['sent', 'dropped over'])
    await plant.trip(2, [email], { about: 'repeat', n: 1 })
    await plant.settle()
    expect(smtp.arrived[1]?.headers.get('subject')).toBe('Press 2: offline for 10 m')
    expect(smtp.arrived[1]?.body).toContain('Still tripped after')
  })
})

describe('a storm', () => {
  const tripMany = async (first: number, count: number, to: readonly NoticeRecipient[] = [email]) => {
    for (let i = 0; i < count; i++) await plant.trip(first + i, to)
  }

  test('of 200 trips is one mail and one text message that list them, and each notice has its own row', async () => {
    await tripMany(1, 200, [email, phone])
    await plant.settle()
    expect(smtp.arrived).toHaveLength(1)
    expect(smtp.arrived[0]?.headers.get('subject')).toBe('200 notices: Press 1: offline for 10 m and 199 more')
    expect(smtp.arrived[0]?.body).toContain('Press 100: offline for 10 m\r\n')
    expect(smtp.arrived[0]?.body).toContain('and 100 more')
    expect(texts().map((form) => form.get('Body'))).toEqual([
      expect.stringMatching(/^200 notices: Press 1: offline for 10 m; .*\.\.\. https:/),
    ])
    expect(texts()[0]?.get('Body')?.length).toBeLessThanOrEqual(160)
    const rows = await plant.rows()
    expect(rows).toHaveLength(400)
    expect(new Set(rows.map((row) => row.outcome))).toEqual(new Set(['sent']))
    expect(new Set(rows.map((row) => `${row.channel}${row.notice_message_id}`)).size).toBe(2)
  })

  test('five within a minute go one by one', async () => {
    await tripMany(1, 5)
    await plant.settle()
    expect(smtp.arrived).toHaveLength(5)
  })

  test('notices that follow one by one become a list after the fifth', async () => {
    for (let i = 1; i <= 9; i++) {
      await plant.trip(i, [email])
      await plant.settle()
      plant.clock.advance(1000)
    }
    expect(smtp.arrived).toHaveLength(5)
    plant.clock.advance(minute)
    await plant.settle()
    expect(smtp.arrived).toHaveLength(6)
    expect(smtp.arrived[5]?.headers.get('subject')).toBe('4 notices: Press 6: offline for 10 m and 3 more')
  })

  test('a list that is sent again has the same id, without those who left', async () => {
    await tripMany(1, 7)
    let count = 0
    smtp.behave((line) => (line === '.' && count++ === 0 ? '451 taken, but you do not know' : undefined))
    await plant.settle()
    plant.ended.add(`3/${eva}/email`)
    plant.clock.advance(minute)
    await plant.settle()
    expect(count).toBe(2)
    expect(smtp.arrived[0]?.headers.get('subject')).toBe('6 notices: Press 1: offline for 10 m and 5 more')
    expect(smtp.arrived[0]?.body).not.toContain('Press 3')
  })
})

test('more than 20 text messages within an hour end with one that says so, and the rest goes by mail', async () => {
  for (let i = 1; i <= 24; i++) {
    await plant.trip(i, [phone])
    await plant.settle()
    plant.clock.advance(90_000)
  }
  const bodies = texts().map((form) => form.get('Body') ?? '')
  expect(bodies).toHaveLength(21)
  expect(bodies[20]).toMatch(/More notices come by email/)
  expect(smtp.arrived.map((mail) => mail.headers.get('subject'))).toEqual(
    [21, 22, 23, 24].map((n) => `Press ${n}: offline for 10 m`),
  )
  plant.clock.advance(hour)
  await plant.trip(25, [phone])
  await plant.settle()
  expect(texts().at(-1)?.get('Body')).toMatch(/^Press 25: offline/)
})

describe('a server that is killed', () => {
  const killedAt = (step: string, times = 1) => {
    let left = times
    return (now: string) => {
      if (left <= 0 || (now === step && --left <= 0)) throw new Error(`killed when ${now}`)
    }
  }

  test.each([
    ['planned', 0],
    ['leased', 0],
    ['accepted', 1],
  ] as const)(
    'when notices are %s loses none, and sends again only what it had not stored as sent',
    async (step, again) => {
      await plant.trip(1, [email])
      await plant.trip(2, [email])
      const dying = deliveryOf({ ...plant.parts(), between: killedAt(step) }, plant.companyId)
      await expect(dying.run()).rejects.toThrow('killed')
      // Another server leaves leased messages alone until the lease ends.
      const before = smtp.arrived.length
      await plant.settle()
      expect(smtp.arrived.length - before).toBe(step === 'planned' ? 2 : 0)
      await plant.endLeases()
      await plant.settle()
      const ids = smtp.arrived.map((mail) => mail.headers.get('message-id'))
      expect(new Set(ids).size).toBe(2)
      expect(ids.length - 2).toBeGreaterThanOrEqual(again)
      expect(ids.length - 2).toBeLessThanOrEqual(again * 2)
      expect(await outcomes()).toEqual(['sent', 'sent'])
    },
  )

  test('two servers at once send each notice exactly once', async () => {
    const servers = await Promise.all([plant.start(), plant.start(), plant.start()])
    const people = await Promise.all((['user', 'admin', 'superuser'] as const).map((role) => plant.userIdOf(role)))
    for (let i = 1; i <= 40; i++) {
      await plant.trip(
        i,
        people.map((userId) => ({ userId, channel: 'email' })),
      )
      if (i % 4 === 0) {
        await Promise.all(servers.map((server) => server.settle()))
        plant.clock.advance(2 * minute)
      }
    }
    await expect.poll(async () => (await plant.rows()).every((row) => row.outcome === 'sent')).toBe(true)
    await Promise.all(servers.map((server) => server.stop()))
    const ids = smtp.arrived.map((mail) => mail.headers.get('message-id'))
    expect(ids).toHaveLength(120)
    expect(new Set(ids).size).toBe(120)
  })

  test('a result waits for a database that is away for a moment, so that nothing is sent twice', async () => {
    await plant.trip(1, [email])
    const parts = plant.parts()
    let isAway = false
    const database = {
      ...parts.database,
      inCompany: ((...args: Parameters<typeof parts.database.inCompany>) => {
        if (isAway) {
          isAway = false
          return Promise.reject(new Error('away'))
        }
        return parts.database.inCompany(...args)
      }) as typeof parts.database.inCompany,
    }
    const between = (step: string) => {
      if (step === 'accepted') isAway = true
    }
    await plant.settle(deliveryOf({ ...parts, database, between }, plant.companyId))
    expect(await outcomes()).toEqual(['sent'])
    expect(smtp.arrived).toHaveLength(1)
  })
})

test('a transaction that is rolled back leaves no notice', async () => {
  const failing = plant.within(async (ctx) => {
    const content = alarmContent(1, plant.clock.now())
    await enqueueNotices(ctx, [{ topic: 'trip:1', event: 'tripped', content, recipients: [email] }])
    throw new Error('The change failed')
  })
  await expect(failing).rejects.toThrow('The change failed')
  await plant.settle()
  expect(await plant.rows()).toEqual([])
})

test('a demo keeps mail and text messages, and nothing leaves', async () => {
  plant = await noticePlant({ db, isDemo: true })
  const userId = await plant.userIdOf('user')
  await db.owner.query("update app_user set phone = '+15557770002' where user_id = $1", [userId])
  await plant.trip(1, [
    { userId, channel: 'email' },
    { userId, channel: 'sms' },
  ])
  await plant.settle()
  expect((await plant.messages()).map((row) => [row.channel, row.recipient, row.subject]).toSorted()).toEqual([
    ['email', plant.company.emailOf('user'), 'Press 1: offline for 10 m'],
    ['sms', '+15557770002', 'Text message'],
  ])
})
