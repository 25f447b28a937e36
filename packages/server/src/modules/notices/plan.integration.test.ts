import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { expect, test } from 'vitest'
import { deliveryBench } from './delivery.testing.ts'
import { deliveryOf } from './delivery.ts'
import { reopenNotices } from './enqueue.ts'

const t = deliveryBench()

test('repeats behind a notice that alert hours hold back are not sent: the opening brings one message', async () => {
  await t.hours(10 * 60, 17 * 60)
  await t.plant.trip(1, [t.email])
  for (let n = 1; n <= 4; n++) {
    t.plant.clock.advance(15 * MINUTE_MS)
    await t.plant.trip(1, [t.email], { about: 'repeat', n })
    await t.plant.settle()
  }
  t.plant.clock.advance(15 * MINUTE_MS)
  await t.plant.settle()
  expect(t.smtp.arrived).toHaveLength(1)
  expect(await t.outcomes()).toEqual(['sent', ...Array(4).fill('dropped superseded')])
})

test('a repeat is not sent right after the notice that alert hours held back, but the next one is', async () => {
  await t.hours(10 * 60, 17 * 60)
  await t.plant.trip(1, [t.email], { reassertMin: 240 })
  t.plant.clock.advance(HOUR_MS)
  await t.plant.settle()
  t.plant.clock.advance(119 * MINUTE_MS)
  await t.plant.trip(1, [t.email], { about: 'repeat', n: 1, reassertMin: 240 })
  await t.plant.settle()
  t.plant.clock.advance(MINUTE_MS)
  await t.plant.trip(1, [t.email], { about: 'repeat', n: 2, reassertMin: 240 })
  await t.plant.settle()
  expect(await t.outcomes()).toEqual(['sent', 'dropped superseded', 'sent'])
})

test('repeats behind a notice that a mail server refuses for hours are not sent either', async () => {
  t.smtp.behave((line) => (line.startsWith('RCPT') ? '451 later' : undefined))
  await t.plant.trip(1, [t.email])
  for (let n = 1; n <= 3; n++) {
    await t.plant.settle()
    t.plant.clock.advance(HOUR_MS)
    await t.plant.trip(1, [t.email], { about: 'repeat', n })
  }
  t.smtp.behave(() => undefined)
  await t.plant.settle()
  t.plant.clock.advance(2 * HOUR_MS)
  await t.plant.settle()
  expect(t.smtp.arrived).toHaveLength(1)
  await t.plant.trip(1, [t.email], { about: 'repeat', n: 4 })
  await t.plant.settle()
  expect(t.smtp.arrived).toHaveLength(2)
})

test('a notice that nothing could send for a day is given up, not sent', async () => {
  await t.plant.trip(1, [t.email])
  t.plant.clock.advance(25 * HOUR_MS)
  await t.plant.trip(2, [t.email])
  await t.plant.settle()
  expect(await t.outcomes()).toEqual(['given_up expired', 'sent'])
})

test('a notice whose trip was over while it was held is sent once late data show that the trip stands', async () => {
  await t.hours(10 * 60, 17 * 60)
  await t.plant.trip(1, [t.email])
  await t.plant.close(1)
  await t.plant.settle()
  expect(await t.outcomes()).toEqual(['dropped over'])
  await t.plant.within((ctx) => reopenNotices(ctx, ['trip:1']))
  t.plant.clock.advance(HOUR_MS)
  await t.plant.settle()
  expect(await t.outcomes()).toEqual(['sent'])
  await t.plant.within((ctx) => reopenNotices(ctx, ['trip:1']))
  await t.plant.settle()
  expect(t.smtp.arrived).toHaveLength(1)
})

test('a text message that is stored while the mail server hangs does not wait for it', async () => {
  const delivery = deliveryOf(t.plant.parts(2000), t.plant.companyId)
  t.smtp.behave((line) => (line.startsWith('RCPT') ? null : undefined))
  await t.plant.trip(1, [t.email])
  const hanging = delivery.run()
  await expect.poll(() => t.smtp.connections()).toBe(1)
  await t.plant.trip(2, [t.phone])
  const later = delivery.run()
  await expect.poll(() => t.sms.received.length).toBe(1)
  expect(await t.outcomes()).toContain('null')
  await Promise.all([hanging, later])
})

test('the link in a mail that stands in place of a text message stops it', async () => {
  await t.plant.trip(1, [t.phone])
  await t.db.owner.query('update notice set channel = $2, is_instead_of_sms = true where company_id = $1', [
    t.plant.companyId,
    'email',
  ])
  await t.db.owner.query(
    `insert into notice_refusal (company_id, user_id, kind, subject_id, channel, created_at) values ($1, $2, 'alarm', 1, 'email', 1)`,
    [t.plant.companyId, t.eva],
  )
  await t.plant.settle()
  expect(await t.outcomes()).toEqual(['dropped stopped_by_link'])
})
