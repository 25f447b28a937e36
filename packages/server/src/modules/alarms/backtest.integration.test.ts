import { backtestAlarm } from '@millwatch/contract/http/alarms-drafts'
import { MINUTE_MS } from '@millwatch/domain/time'
import { alarmsIn } from '@millwatch/lab/app/alarms'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { signedInCompany } from '@millwatch/lab/app/members'
import { expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { firstOfLatestEvents } from './queries-backtest.ts'

const clock = manualClock(Date.parse('2026-11-18T12:00:00Z'))
const t = await openApp({ clock })
const acme = await signedInCompany(t, 'acme')
const { user, admin } = acme.tokens
const at = (minutes: number) => clock.now() + minutes * MINUTE_MS
const iso = (instant: number) => new Date(instant).toISOString()
const backtest = (equipment_id: number, alarm_type_id: number, args: Record<string, string | number | boolean>) =>
  t.ask(backtestAlarm, { token: user, body: { equipment_id, alarm_type_id, args } })

/** A machine with four hours of a temperature every minute: 50 °C, and 65 °C from 120 to 110 and from 60 to 58 minutes ago. */
const machine = await machineWithDevice(t, admin, acme.rootOrgUnitId, 'Oven')
const isHot = (minute: number) => (minute >= -120 && minute < -110) || (minute >= -60 && minute < -58)
await machine.send(
  Array.from({ length: 240 }, (_, i) => ({ t: at(i - 240), type: 'tlm', temperature_1: isHot(i - 240) ? 65 : 50 })),
)

test('the trips that a limit would have had, newest first, with their instants and values', async () => {
  const found = await backtest(machine.id, 8, { value: 60 })
  expect(found).toEqual({
    ...{ status: 'success', startDate: iso(at(-240)), endDate: iso(clock.now()), count: 2 },
    trips: [
      { tripped_at: iso(at(-60)), cleared_at: iso(at(-58)), value: { amount: 65, since: iso(at(-60)) } },
      { tripped_at: iso(at(-120)), cleared_at: iso(at(-110)), value: { amount: 65, since: iso(at(-120)) } },
    ],
  })
})

test('an on-delay leaves out the short one', async () => {
  const { trips } = await backtest(machine.id, 8, { value: 60, minutes: 5 })
  expect(trips.map((trip) => [trip.tripped_at, trip.cleared_at])).toEqual([[iso(at(-115)), iso(at(-110))]])
})

test('one that still stands is not cleared, and changes nothing', async () => {
  const { trips, count } = await backtest(machine.id, 8, { value: 40 })
  expect([count, trips[0]?.tripped_at, trips[0]?.cleared_at]).toEqual([1, iso(at(-240)), null])
  for (const table of ['alarm', 'alarm_trip', 'audit_entry where operation like $$alarm%$$'])
    expect((await t.db.owner.query(`select 1 from ${table}`)).rowCount).toBe(0)
})

test('maintenance is taken as completed at each trip', async () => {
  const { trips } = await backtest(machine.id, 7, { duration: 1, duration_unit: 'hours' })
  expect(trips.map((trip) => trip.tripped_at)).toEqual([at(-60), at(-120), at(-180)].map(iso))
})

test('a machine without data has none', async () => {
  const empty = await machineWithDevice(t, admin, acme.rootOrgUnitId, 'New')
  expect(await backtest(empty.id, 4, {})).toMatchObject({ count: 0, trips: [], startDate: iso(clock.now()) })
})

test('arguments out of their limits, unknown types and machines of another company are refused', async () => {
  const send = (body: object, token = user) => t.call('POST', '/v0/alarm_drafts/backtest', { token, body })
  const body = { equipment_id: machine.id, alarm_type_id: 4, args: {} }
  expect((await send({ ...body, args: { minutes: 1 } })).text).toContain('args/minutes')
  expect((await send({ ...body, alarm_type_id: 12 })).status).toBe(400)
  const other = await signedInCompany(t, 'other')
  expect((await send(body, other.tokens.superuser)).status).toBe(404)
})

test('of a machine with very many events, only the latest are read', async () => {
  const { asSystem } = alarmsIn(t, acme)
  const firstOf = (most: number, from = 0) => asSystem((ctx) => firstOfLatestEvents(ctx, machine.id, most, from))
  expect(await firstOf(100)).toBe(at(-100))
  expect(await firstOf(240)).toBe(at(-240))
  expect(await firstOf(241)).toBeNull()
  expect(await firstOf(100, at(-100))).toBeNull()
})
