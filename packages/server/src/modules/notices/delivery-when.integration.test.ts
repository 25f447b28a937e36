import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { describe, expect, test } from 'vitest'
import type { NoticeRecipient } from './content.ts'
import { deliveryBench } from './delivery.testing.ts'
import { stoppableByLink } from './unsubscribe.ts'

const t = deliveryBench()

describe('alert hours', () => {
  test('hold a notice back until they open, and it is sent if the alarm is still tripped', async () => {
    await t.hours(10 * 60, 17 * 60)
    await t.plant.trip(1, [t.email])
    await t.plant.settle()
    for (let i = 0; i < 3; i++) {
      t.plant.clock.advance(15 * MINUTE_MS)
      await t.plant.settle()
    }
    expect(t.smtp.arrived).toEqual([])
    t.plant.clock.advance(15 * MINUTE_MS)
    await t.plant.settle()
    expect(t.smtp.arrived).toHaveLength(1)
  })

  test('drop a notice whose alarm cleared meanwhile, and its clear notice too', async () => {
    await t.hours(10 * 60, 17 * 60)
    await t.plant.trip(1, [t.email])
    await t.plant.settle()
    await t.plant.close(1)
    await t.plant.trip(1, [t.email], { about: 'cleared' })
    t.plant.clock.advance(HOUR_MS)
    await t.plant.settle()
    t.plant.clock.advance(MINUTE_MS)
    await t.plant.settle()
    expect(t.smtp.arrived).toEqual([])
    expect(await t.outcomes()).toEqual(['dropped over', 'dropped trip_not_sent'])
  })

  test('drop only the repeats of a trip that somebody acknowledged and that still stands', async () => {
    await t.hours(10 * 60, 17 * 60)
    await t.plant.trip(1, [t.email])
    await t.plant.settle()
    await t.plant.trip(1, [t.email], { about: 'repeat', n: 1 })
    await t.plant.closeRepeats(1)
    t.plant.clock.advance(HOUR_MS)
    await t.plant.settle()
    expect(t.smtp.arrived).toHaveLength(1)
    expect(await t.outcomes()).toEqual(['sent', 'dropped over'])
  })

  test('drop it also if nothing had looked at it before the alarm cleared', async () => {
    await t.hours(10 * 60, 17 * 60)
    await t.plant.trip(1, [t.email])
    await t.plant.close(1)
    await t.plant.settle()
    expect(await t.outcomes()).toEqual(['dropped over'])
  })

  test('hold back an attempt that is repeated after they closed', async () => {
    await t.hours(8 * 60, 10 * 60)
    t.smtp.behave((line) => (line.startsWith('RCPT') ? '451 later' : undefined))
    await t.plant.trip(1, [t.email])
    for (let i = 0; i < 7; i++) {
      await t.plant.settle()
      t.plant.clock.advance(10 * MINUTE_MS)
    }
    t.smtp.behave(() => undefined)
    for (let i = 0; i < 3; i++) {
      t.plant.clock.advance(HOUR_MS)
      await t.plant.settle()
    }
    expect(t.smtp.arrived).toEqual([])
    t.plant.clock.set(Date.parse('2026-11-03T08:00:00Z'))
    await t.plant.settle()
    expect(t.smtp.arrived).toHaveLength(1)
  })

  test('that the person opens meanwhile apply within a quarter of an hour', async () => {
    await t.hours(20 * 60, 21 * 60)
    await t.plant.trip(1, [t.email])
    await t.plant.settle()
    await t.hours(null, null)
    t.plant.clock.advance(15 * MINUTE_MS)
    await t.plant.settle()
    expect(t.smtp.arrived).toHaveLength(1)
  })
})

describe('what follows a trip', () => {
  test('the clear notice goes to those who got the trip, after it', async () => {
    await t.plant.trip(1, [t.email])
    await t.plant.close(1)
    await t.plant.trip(1, [t.email, { userId: await t.plant.userIdOf('admin'), channel: 'email' }], {
      about: 'cleared',
    })
    await t.plant.settle()
    t.plant.clock.advance(2000)
    await t.plant.settle()
    expect(t.smtp.arrived.map((mail) => mail.headers.get('subject'))).toEqual([
      'Press 1: offline for 10 m',
      'Press 1: offline cleared',
    ])
    expect(t.smtp.arrived.map((mail) => mail.to)).toEqual([
      [t.plant.company.emailOf('user')],
      [t.plant.company.emailOf('user')],
    ])
  })

  test('a repeat is dropped once the trip is over', async () => {
    await t.plant.trip(1, [t.email])
    await t.plant.settle()
    await t.plant.trip(1, [t.email], { about: 'repeat', n: 1 })
    await t.plant.close(1)
    await t.plant.settle()
    expect(await t.outcomes()).toEqual(['sent', 'dropped over'])
    await t.plant.trip(2, [t.email], { about: 'repeat', n: 1 })
    await t.plant.settle()
    expect(t.smtp.arrived[1]?.headers.get('subject')).toBe('Press 2: offline for 10 m')
    expect(t.smtp.arrived[1]?.body).toContain('Still tripped after')
  })
})

describe('a storm', () => {
  const tripMany = async (first: number, count: number, to: readonly NoticeRecipient[] = [t.email]) => {
    for (let i = 0; i < count; i++) await t.plant.trip(first + i, to)
  }

  test('of 200 trips is one mail and one text message that list them, and each notice has its own row', async () => {
    await tripMany(1, 200, [t.email, t.phone])
    await t.plant.settle()
    expect(t.smtp.arrived).toHaveLength(1)
    expect(t.smtp.arrived[0]?.headers.get('subject')).toBe('200 notices: Press 1: offline for 10 m and 199 more')
    expect(t.smtp.arrived[0]?.body).toContain('Press 100: offline for 10 m\r\n')
    expect(t.smtp.arrived[0]?.body).toContain('and 100 more')
    expect(t.texts().map((form) => form.get('Body'))).toEqual([
      expect.stringMatching(/^200 notices: Press 1: offline for 10 m; .*\.\.\. https:/),
    ])
    expect(t.texts()[0]?.get('Body')?.length).toBeLessThanOrEqual(160)
    const rows = await t.plant.rows()
    expect(rows).toHaveLength(400)
    expect(new Set(rows.map((row) => row.outcome))).toEqual(new Set(['sent']))
    expect(new Set(rows.map((row) => `${row.channel}${row.notice_message_id}`)).size).toBe(2)
  })

  test('five within a minute go one by one', async () => {
    await tripMany(1, 5)
    await t.plant.settle()
    expect(t.smtp.arrived).toHaveLength(5)
  })

  test('notices that follow one by one become a list after the fifth', async () => {
    for (let i = 1; i <= 9; i++) {
      await t.plant.trip(i, [t.email])
      await t.plant.settle()
      t.plant.clock.advance(1000)
    }
    expect(t.smtp.arrived).toHaveLength(5)
    t.plant.clock.advance(MINUTE_MS)
    await t.plant.settle()
    expect(t.smtp.arrived).toHaveLength(6)
    expect(t.smtp.arrived[5]?.headers.get('subject')).toBe('4 notices: Press 6: offline for 10 m and 3 more')
  })

  test('does not count mailed reports, so four alarms after two reports go one by one', async () => {
    await t.plant.report('daily', t.eva)
    await t.plant.report('weekly', t.eva)
    await t.plant.settle()
    expect(t.smtp.arrived).toHaveLength(2)
    t.plant.clock.advance(10_000)
    await tripMany(1, 4)
    await t.plant.settle()
    expect(t.smtp.arrived).toHaveLength(6)
  })

  test('whose list begins with a completed run has a link that stops its alarms, and says why both came', async () => {
    await t.plant.complete(9, t.eva)
    await tripMany(1, 5)
    await t.plant.settle()
    const [mail] = t.smtp.arrived
    expect(mail?.headers.get('subject')).toBe('6 notices: Run completed: Press 9 and 5 more')
    const [, address = ''] = /^<(.*)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '') ?? []
    const token = new URL(address).searchParams.get('token') ?? ''
    const titles = [1, 2, 3, 4, 5].map((alarmId) => `Press ${alarmId}: offline for 10 m`)
    expect((await stoppableByLink(t.plant.parts(), token)).alarms).toEqual(titles)
    for (const text of [mail?.body, mail?.html]) {
      expect(text).toContain('because you or your group subscribed to its alarms, and a run names your group in')
      expect(text).toContain('Stop mails about all of these alarms')
    }
  })

  test('of completed runs alone is a list without a link, as a run has none', async () => {
    for (let i = 1; i <= 6; i++) await t.plant.complete(i, t.eva)
    await t.plant.settle()
    expect(t.smtp.arrived).toHaveLength(1)
    expect(t.smtp.arrived[0]?.headers.get('list-unsubscribe')).toBeUndefined()
    expect(t.smtp.arrived[0]?.body).toContain('You get this mail because a run names your group in Millwatch.')
    expect(t.smtp.arrived[0]?.body).not.toContain('Stop mails')
  })

  test('a list that is sent again has the same id, without those who left', async () => {
    await tripMany(1, 7)
    let count = 0
    t.smtp.behave((line) => (line === '.' && count++ === 0 ? '451 taken, but you do not know' : undefined))
    await t.plant.settle()
    t.plant.ended.add(`3/${t.eva}/email`)
    t.plant.clock.advance(MINUTE_MS)
    await t.plant.settle()
    expect(count).toBe(2)
    expect(t.smtp.arrived[0]?.headers.get('subject')).toBe('6 notices: Press 1: offline for 10 m and 5 more')
    expect(t.smtp.arrived[0]?.body).not.toContain('Press 3')
  })
})

test('more than 20 text messages within an hour end with one that says so, and the rest goes by mail', async () => {
  for (let i = 1; i <= 24; i++) {
    await t.plant.trip(i, [t.phone])
    await t.plant.settle()
    t.plant.clock.advance(90_000)
  }
  const bodies = t.texts().map((form) => form.get('Body') ?? '')
  expect(bodies).toHaveLength(21)
  expect(bodies[20]).toMatch(/More notices come by email/)
  expect(t.smtp.arrived.map((mail) => mail.headers.get('subject'))).toEqual(
    [21, 22, 23, 24].map((n) => `Press ${n}: offline for 10 m`),
  )
  t.plant.clock.advance(HOUR_MS)
  await t.plant.trip(25, [t.phone])
  await t.plant.settle()
  expect(t.texts().at(-1)?.get('Body')).toMatch(/^Press 25: offline/)
})
