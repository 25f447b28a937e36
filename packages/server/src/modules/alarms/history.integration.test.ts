import type { Query } from '@millwatch/contract/endpoint'
import * as alarms from '@millwatch/contract/http/alarms'
import { previewAlarm } from '@millwatch/contract/http/alarms-drafts'
import * as groups from '@millwatch/contract/http/groups'
import { exchangeCode } from '@millwatch/contract/http/identity'
import { createKiosk } from '@millwatch/contract/http/kiosks'
import { updateUser } from '@millwatch/contract/http/members'
import { ackNotifications } from '@millwatch/contract/http/notifications'
import { createPart } from '@millwatch/contract/http/parts'
import { createOrgUnit } from '@millwatch/contract/http/tree'
import { MINUTE_MS } from '@millwatch/domain/time'
import { alarmsIn } from '@millwatch/lab/app/alarms'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { signedInCompany } from '@millwatch/lab/app/members'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { exportedHistory } from './present-history.ts'

const clock = manualClock(Date.parse('2026-11-18T22:20:00Z'))
const t = await openApp({ clock, evaluatesAlarms: false })
const acme = await signedInCompany(t, 'acme')
const other = await signedInCompany(t, 'other')
const { machine, alarm, trip, asSystem } = alarmsIn(t, acme)
const { user, admin, superuser } = acme.tokens

const at = (minutes: number) => clock.now() + minutes * MINUTE_MS
const iso = (instant: number) => new Date(instant).toISOString()
const idOfNew = async () => (await alarm()).alarm.id
const idOfMaintenance = async () => (await alarm({ alarm_type_id: 5, args: { cycle_count: 100 } }, admin)).alarm.id
const read = async (id: number, query = {}) =>
  (await t.ask(alarms.readAlarm, { token: user, params: { id }, query })).alarm
const ack = (id: number, body: object, token = user) => t.call('PUT', `/v0/alarms/${id}/ack`, { token, body })
const ackEntries = async (id: number) =>
  (
    await t.db.owner.query(`select after from audit_entry where subject = $1 and operation = 'alarm.acknowledge'`, [
      `alarm/${id}`,
    ])
  ).rows.map((row) => row.after)

describe('the history of an alarm', () => {
  test('is read in pages, newest first, with the number of all rows', async () => {
    const id = await idOfNew()
    const ids: number[] = []
    for (let i = 25; i > 0; i--) ids.unshift(await trip(id, at(-i * 10), at(-i * 10 + 5)))
    const page = async (query = {}) => {
      const answer = await t.ask(alarms.readAlarmHistory, { token: user, params: { id }, query })
      return [answer.page.map((row) => row.id), answer.totalCount]
    }
    expect(await page()).toEqual([ids, 25])
    expect(await page({ limit: 10 })).toEqual([ids.slice(0, 10), 25])
    expect(await page({ limit: 10, offset: 20 })).toEqual([ids.slice(20), 25])
    expect(await page({ limit: 10, offset: 30 })).toEqual([[], 25])
    expect(await page({ limit: 0 })).toEqual([[], 25])
    expect((await read(id, { limit: 2, offset: 1 })).AlarmHistory.map((row) => row.id)).toEqual(ids.slice(1, 3))
    expect((await read(id)).AlarmHistory).toHaveLength(25)
  })

  test('shows a trip with its value, its instants, and the arguments as they were', async () => {
    const id = await idOfNew()
    const rowId = await trip(id, at(-30))
    await t.ask(alarms.updateAlarm, { token: user, params: { id }, body: { args: { minutes: 20 } } })
    const alarmNow = await read(id)
    expect(alarmNow).toMatchObject({ tripped: true, tripped_at: iso(at(-30)), args: { minutes: 20 } })
    expect(alarmNow.AlarmHistory).toEqual([
      {
        ...{ id: rowId, alarm_id: id, created_at: iso(at(-30)), cleared_at: null, known_at: iso(at(-30)) },
        ...{ kind: 'announced', value: { amount: 600_000, since: iso(at(-40)) } },
        ...{ args: { minutes: 10 }, args_latest: null, device_output_config: {}, output_state: null },
        ...{ acknowledged_at: null, acknowledged_notes: null, AcknowledgedByUser: null, CriticalPartHistory: [] },
      },
    ])
  })

  test('of trips that were withdrawn does not make it tripped lately', async () => {
    const id = await idOfNew()
    await trip(id, at(-90), at(-80))
    const gone = await trip(id, at(-30), at(-20))
    await t.db.owner.query(`update alarm_trip set kind = 'withdrawn' where alarm_trip_id = $1`, [gone])
    expect(await read(id)).toMatchObject({ tripped: false, last_tripped_at: iso(at(-90)) })
  })
})

describe('acknowledging', () => {
  test('a tripped alarm needs no notes, may be done by anybody, and leaves it tripped', async () => {
    const id = await idOfNew()
    await trip(id, at(-30))
    expect((await ack(id, {}, admin)).json).toMatchObject({
      alarm: {
        tripped: true,
        AlarmHistory: [
          {
            acknowledged_at: iso(clock.now()),
            acknowledged_notes: null,
            AcknowledgedByUser: { id: acme.ids.admin, first_name: 'admin', last_name: 'acme' },
          },
        ],
      },
    })
    clock.advance(MINUTE_MS)
    expect((await ack(id, { notes: 'Me too' }, user)).status).toBe(200)
    expect((await read(id)).AlarmHistory[0]).toMatchObject({ acknowledged_at: iso(at(-1)), acknowledged_notes: null })
    expect(await ackEntries(id)).toEqual([{ notes: null }])
  })

  test('counts once for the trip that lasts, also if a later row of the history was withdrawn', async () => {
    const id = await idOfNew()
    const open = await trip(id, at(-30))
    const gone = await trip(id, at(-20), at(-10))
    await t.db.owner.query(`update alarm_trip set kind = 'withdrawn' where alarm_trip_id = $1`, [gone])
    await ack(id, { notes: 'On my way' }, admin)
    clock.advance(MINUTE_MS)
    expect((await ack(id, { notes: 'Me too' }, user)).status).toBe(200)
    const { AlarmHistory: history } = await read(id)
    expect(history.find((row) => row.id === open)).toMatchObject({
      acknowledged_at: iso(at(-1)),
      acknowledged_notes: 'On my way',
    })
    expect(await ackEntries(id)).toEqual([{ notes: 'On my way' }])
  })

  test('an alarm that is not tripped is refused', async () => {
    const id = await idOfNew()
    await trip(id, at(-30), at(-20))
    expect([await ack(id, { notes: 'x' })]).toMatchObject([{ status: 409, json: { code: 'alarm_not_tripped' } }])
  })

  test('maintenance needs notes, and clears it: it counts anew from now', async () => {
    const id = await idOfMaintenance()
    await trip(id, at(-30))
    for (const body of [{}, { notes: null }, { notes: '  ' }]) {
      const answer = await ack(id, body)
      expect([answer.status, answer.json]).toMatchObject([
        400,
        { code: 'maintenance_notes_blank', error: 'Please add notes to complete this maintenance' },
      ])
    }
    expect((await read(id)).tripped).toBe(true)
    clock.advance(MINUTE_MS)
    const idOfPart = async (number: string) => (await t.ask(createPart, { token: admin, body: { number } })).part.id
    const parts = [
      { id: await idOfPart('Belt'), action: 'replace', qty: 2 },
      { id: await idOfPart('Filter'), action: 'clean', qty: 1, skip: true },
    ]
    expect((await ack(id, { notes: ' Oiled ', critical_parts: parts })).json).toMatchObject({
      alarm: {
        ...{ tripped: false, args_latest: null },
        AlarmHistory: [
          { created_at: iso(at(-31)), cleared_at: iso(clock.now()), acknowledged_notes: 'Oiled', kind: 'announced' },
        ],
      },
    })
    const { rows } = await t.db.owner.query(
      `select base_at::float8 as "baseAt", acknowledged_parts as parts from alarm join alarm_trip using (company_id, alarm_id)
       where alarm_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ baseAt: clock.now(), parts }])
    expect(await ackEntries(id)).toEqual([{ notes: 'Oiled', criticalParts: parts }])
  })

  test('maintenance early adds a row of its own', async () => {
    const id = await idOfMaintenance()
    clock.advance(MINUTE_MS)
    await ack(id, { notes: 'While it stood' })
    const [row, ...rest] = (await read(id)).AlarmHistory
    expect(rest).toEqual([])
    expect(row).toMatchObject({
      ...{ kind: 'early', created_at: iso(clock.now()), cleared_at: iso(clock.now()), value: null },
      ...{ acknowledged_at: iso(clock.now()), acknowledged_notes: 'While it stood' },
    })
    expect(await read(id)).toMatchObject({ tripped: false, last_tripped_at: null })
  })

  test('parts are for maintenance only', async () => {
    const id = await idOfNew()
    await trip(id)
    expect((await ack(id, { critical_parts: [{ id: 1, action: 'clean', qty: 1 }] })).status).toBe(400)
  })
})

describe('the exported history', () => {
  const report = async (query: Query<typeof alarms.reportAlarmHistory>) =>
    (await t.ask(alarms.reportAlarmHistory, { token: user, query })).history

  test('has the rows of alarms that begin in the period, newest first, by the names of machine, type and person', async () => {
    const equipment_id = await machine('Lathe 1')
    const offline = (await alarm({ equipment_id })).alarm.id
    const service = (await alarm({ equipment_id, alarm_type_id: 5, args: { cycle_count: 9 } }, admin)).alarm.id
    clock.advance(MINUTE_MS)
    const first = await trip(offline, at(-60), at(-50))
    await trip(service, at(-30))
    await ack(service, { notes: 'Greased' }, admin)
    const alarmIds = `${offline},${service}`
    const all = await report({ alarmIds })
    expect(all).toEqual([
      {
        ...{ id: all[0]?.id, equipment: 'Lathe 1', alarm_id: service, alarm_type: 'PM cycle count' },
        ...{ created_at: iso(at(-30)), cleared_at: iso(clock.now()), args: { cycle_count: 9, notes: '' } },
        ...{ args_latest: null, acknowledged_at: iso(clock.now()), acknowledged_by: 'admin acme' },
        acknowledged_notes: 'Greased',
      },
      expect.objectContaining({ id: first, alarm_type: 'Offline', acknowledged_by: null, cleared_at: iso(at(-50)) }),
    ])
    const idsIn = async (startDate: number, endDate: number) =>
      (await report({ alarmIds, startDate: iso(startDate), endDate: iso(endDate) })).map((row) => row.alarm_id)
    expect(await idsIn(at(-60), at(-30))).toEqual([offline])
    expect(await idsIn(at(-59), at(-29))).toEqual([service])
  })

  test('has the e-mail address of a person without a name, for those who may see it', async () => {
    const id = await idOfMaintenance()
    await trip(id, at(-30))
    await ack(id, { notes: 'Greased' }, admin)
    const email = acme.emailOf('admin')
    const rename = (first: string, last: string) =>
      t.db.owner.query('update app_user set first_name = $2, last_name = $3 where email = $1', [email, first, last])
    await rename('', '')
    const byOf = async (token: string) => {
      const query = { alarmIds: String(id) }
      return (await t.ask(alarms.reportAlarmHistory, { token, query })).history[0]?.acknowledged_by
    }
    expect([await byOf(superuser), await byOf(user)]).toEqual([email, 'somebody without a name'])
    await rename('admin', 'acme')
  })

  test('says that there are more rows than it has, and goes on from the last', async () => {
    const id = await idOfNew()
    const trips: number[] = []
    for (const minutes of [-50, -40, -30]) trips.unshift(await trip(id, at(minutes), at(minutes + 1)))
    const read = (most: number, to = clock.now()) =>
      asSystem((ctx) => exportedHistory(ctx, String(id), { from: 0, to }, most))
    const idsOf = ({ history }: Awaited<ReturnType<typeof read>>) => history.map((row) => row.id)
    const first = await read(2)
    expect([idsOf(first), first.truncated]).toEqual([trips.slice(0, 2), true])
    const next = await read(2, Date.parse(first.history[1]?.created_at ?? '') + 1)
    expect([idsOf(next), next.truncated]).toEqual([trips.slice(1), false])
    expect((await read(3)).truncated).toBe(false)
  })

  test('has none of another company: 404 for all of them', async () => {
    const mixed = `${(await alarm()).alarm.id},${(await alarmsIn(t, other).alarm()).alarm.id}`
    expect((await t.call('GET', `/v0/reports/alarms/history?alarmIds=${mixed}`, { token: user })).status).toBe(404)
  })
})

describe('own subscriptions', () => {
  const ownAlarms = async (token = user) => (await t.ask(alarms.listOwnAlarms, { token })).alarms
  const seen = async (id: number) => (await ownAlarms()).find((row) => row.alarm_id === id)?.seen

  test('are listed with their channels and groups, tripped ones first', async () => {
    const { roster } = await t.ask(groups.createRoster, { token: superuser, body: { name: 'Fitters' } })
    const params = { id: roster.id }
    await t.ask(groups.addRosterUser, { token: superuser, params, body: { user_id: acme.ids.user } })
    const direct = (await alarm({ subscribe_email: true, equipment_id: await machine('A') })).alarm.id
    const byGroup = (await alarm({ equipment_id: await machine('B') })).alarm.id
    await alarm({ equipment_id: await machine('C') })
    await t.ask(alarms.subscribeRoster, { token: user, params: { id: byGroup }, body: { roster_id: roster.id } })
    const tripId = await trip(byGroup, at(-5))
    expect(await ownAlarms()).toEqual([
      expect.objectContaining({
        ...{ alarm_id: byGroup, alarm_type: 'Offline', settings: 'For 10 m', tripped_at: iso(at(-5)), trip_id: tripId },
        ...{ seen: false, userAlarm: null, Rosters: [{ id: roster.id, name: 'Fitters' }], pm_enabled: false },
      }),
      expect.objectContaining({
        ...{ alarm_id: direct, tripped: false, trip_id: null, Rosters: [] },
        userAlarm: expect.objectContaining({ send_email: true, send_sms: false }),
        Equipment: { id: expect.any(Number), name: 'A' },
      }),
    ])
    expect(await ownAlarms(admin)).toEqual([])
  })

  test('are seen once they were shown, until the next trip', async () => {
    const id = (await alarm({ subscribe_email: true })).alarm.id
    const show = () => t.ask(ackNotifications, { token: user, body: { notificationIds: [], alarmIds: [id] } })
    await show()
    expect(await seen(id)).toBe(false)
    const first = await trip(id, at(-5))
    expect(await seen(id)).toBe(false)
    await show()
    await show()
    expect(await seen(id)).toBe(true)
    await t.db.owner.query('update alarm_trip set cleared_at = $2 where alarm_trip_id = $1', [first, at(-1)])
    await trip(id)
    expect(await seen(id)).toBe(false)
    const foreign = { token: other.tokens.user, body: { notificationIds: [], alarmIds: [id] } }
    expect((await t.call('POST', '/v0/notifications/ack', foreign)).status).toBe(404)
  })
})

test('a display reads the alarms of its machine, without those who are notified, and no others', async () => {
  const equipment_id = await machine('Shown')
  const id = (await alarm({ equipment_id, subscribe_email: true })).alarm.id
  await trip(id, at(-5))
  const body = {
    ...{ name: 'Floor', page: 'machine' as const, equipment_id, may_give_reasons: false, may_count_scrap: false },
  }
  const { code } = await t.ask(createKiosk, { token: admin, body })
  const entered = await t.ask(exchangeCode, { body: { code } })
  const token = 'token' in entered ? (entered.token ?? '') : ''
  const shown = (await t.ask(alarms.listAlarms, { token, query: { equipIds: String(equipment_id) } })).alarms
  expect(shown.map((row) => [row.id, row.tripped, row.UserAlarms])).toEqual([[id, true, []]])
  for (const path of [`?equipIds=${await machine()}`, '', `/${id}`, '/summary'])
    expect([path, (await t.call('GET', `/v0/alarms${path}`, { token })).status]).not.toEqual([path, 200])
  expect((await ack(id, {}, token)).status).toBe(403)
})

test('the preview reads as the message will, with the place of the machine and the dates of the caller', async () => {
  const unit = async (name: string, parent_id: number) =>
    (await t.ask(createOrgUnit, { token: admin, body: { name, parent_id } })).orgUnit.id
  const equipment_id = await machine('Haas 02', await unit('Machining', await unit('Rockford', acme.rootOrgUnitId)))
  await t.ask(updateUser, { token: user, params: { id: acme.ids.user }, body: { locale: 'de-DE', clock_hours: 24 } })
  const draft = { equipment_id, alarm_type_id: 8, args: { value: 60, minutes: 5 }, reassert_m: 240 }
  const preview = await t.ask(previewAlarm, { token: user, body: draft })
  expect(preview).toEqual({
    status: 'success',
    settings: 'Temperature above 60 °C for 5 m',
    title: 'Haas 02: temperature 63 °C',
    lines: [
      expect.stringMatching(/^Above 60 °C since \d\d:\d\d, for 5 m\.$/),
      expect.stringMatching(/^Rockford \/ Machining, 18\.11\.2026,? \d\d:\d\d \(UTC\)$/),
      'Sent again every 4 h until it clears.',
    ],
  })
  const wrong = { token: user, body: { ...draft, args: {} } }
  expect((await t.call('POST', '/v0/alarm_drafts/preview', wrong)).text).toContain('args/value')
  expect((await t.call('POST', '/v0/alarm_drafts/preview', { token: other.tokens.user, body: draft })).status).toBe(404)
})
