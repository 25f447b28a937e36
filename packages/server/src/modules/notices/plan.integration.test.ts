import { type HttpSink, httpSink } from '@millwatch/lab/app/http-sink'
import { type SmtpSink, smtpSink } from '@millwatch/lab/app/smtp-sink'
import { type TestDatabase, testDatabase } from '@millwatch/lab/database/database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { NoticeRecipient } from './content.ts'
import { deliveryOf } from './delivery.ts'
import { reopenNotices } from './enqueue.ts'
import { type NoticePlant, noticePlant } from './notices.testing.ts'

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

const outcomes = async () =>
  (await plant.rows()).map(({ outcome, reason }) => `${outcome}${reason ? ` ${reason}` : ''}`)
const openHours = (from: number, to: number) =>
  db.owner.query('update membership set alerts_enabled_min = $2, alerts_disabled_min = $3 where user_id = $1', [
    eva,
    from,
    to,
  ])

test('repeats behind a notice that alert hours hold back are not sent: the opening brings one message', async () => {
  await openHours(10 * 60, 17 * 60)
  await plant.trip(1, [email])
  for (let n = 1; n <= 4; n++) {
    plant.clock.advance(15 * minute)
    await plant.trip(1, [email], { about: 'repeat', n })
    await plant.settle()
  }
  plant.clock.advance(15 * minute)
  await plant.settle()
  expect(smtp.arrived).toHaveLength(1)
  expect(await outcomes()).toEqual(['sent', ...Array(4).fill('dropped superseded')])
})

test('repeats behind a notice that a mail server refuses for hours are not sent either', async () => {
  smtp.behave((line) => (line.startsWith('RCPT') ? '451 later' : undefined))
  await plant.trip(1, [email])
  for (let n = 1; n <= 3; n++) {
    await plant.settle()
    plant.clock.advance(hour)
    await plant.trip(1, [email], { about: 'repeat', n })
  }
  smtp.behave(() => undefined)
  await plant.settle()
  plant.clock.advance(2 * hour)
  await plant.settle()
  expect(smtp.arrived).toHaveLength(1)
  await plant.trip(1, [email], { about: 'repeat', n: 4 })
  await plant.settle()
  expect(smtp.arrived).toHaveLength(2)
})

test('a notice that nothing could send for a day is given up, not sent', async () => {
  await plant.trip(1, [email])
  plant.clock.advance(25 * hour)
  await plant.trip(2, [email])
  await plant.settle()
  expect(await outcomes()).toEqual(['given_up expired', 'sent'])
})

test('a notice whose trip was over while it was held is sent once late data show that the trip stands', async () => {
  await openHours(10 * 60, 17 * 60)
  await plant.trip(1, [email])
  await plant.close(1)
  await plant.settle()
  expect(await outcomes()).toEqual(['dropped over'])
  await plant.within((ctx) => reopenNotices(ctx, ['trip:1']))
  plant.clock.advance(hour)
  await plant.settle()
  expect(await outcomes()).toEqual(['sent'])
  await plant.within((ctx) => reopenNotices(ctx, ['trip:1']))
  await plant.settle()
  expect(smtp.arrived).toHaveLength(1)
})

test('a text message that is stored while the mail server hangs does not wait for it', async () => {
  const delivery = deliveryOf(plant.parts(), plant.companyId)
  smtp.behave((line) => (line.startsWith('RCPT') ? null : undefined))
  await plant.trip(1, [email])
  const hanging = delivery.run()
  await expect.poll(() => smtp.connections()).toBe(1)
  await plant.trip(2, [phone])
  const later = delivery.run()
  await expect.poll(() => sms.received.length).toBe(1)
  expect(await outcomes()).toContain('null')
  await Promise.all([hanging, later])
})

test('the link in a mail that stands in place of a text message stops it', async () => {
  await plant.trip(1, [phone])
  await db.owner.query('update notice set channel = $2, is_instead_of_sms = true where company_id = $1', [
    plant.companyId,
    'email',
  ])
  await db.owner.query(
    `insert into notice_refusal (company_id, user_id, kind, subject_id, channel, created_at) values ($1, $2, 'alarm', 1, 'email', 1)`,
    [plant.companyId, eva],
  )
  await plant.settle()
  expect(await outcomes()).toEqual(['dropped unsubscribed'])
})
