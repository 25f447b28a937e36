import { readAlarmLimit } from '@millwatch/contract/http/alarms-drafts'
import { MINUTE_MS } from '@millwatch/domain/time'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { signedInCompany } from '@millwatch/lab/app/members'
import { expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const clock = manualClock(Date.parse('2026-11-18T12:00:00Z'))
const t = await openApp({ clock })
const acme = await signedInCompany(t, 'acme')
const { user, admin } = acme.tokens
const at = (minutes: number) => clock.now() + minutes * MINUTE_MS
const iso = (instant: number) => new Date(instant).toISOString()
type Args = Record<string, string | number | boolean | null>
const readingsOf = async (equipment_id: number, alarm_type_id: number, args: Args) => {
  const { latest, extreme, startDate } = await t.ask(readAlarmLimit, {
    ...{ token: user, body: { equipment_id, alarm_type_id, args } },
  })
  return { latest, extreme, startDate }
}

/** Ten days with a temperature every hour: 50 °C, 90 °C nine days ago, 65 °C an hour ago, 41.2 °C ten minutes ago. */
const oven = await machineWithDevice(t, admin, acme.rootOrgUnitId, 'Oven')
const hourly = Array.from({ length: 240 }, (_, i) => ({ minute: (i - 240) * 60, celsius: 50 }))
const sent = [
  ...hourly.filter(({ minute }) => minute < -60),
  { minute: -60, celsius: 65 },
  { minute: -10, celsius: 41.2 },
]
await oven.send(
  sent.map(({ minute, celsius }) => ({
    ...{ t: at(minute), type: 'cycle' as const, cycle_time: minute === -120 ? 99 : 20 },
    temperature_1: minute === -12_960 ? 90 : celsius,
  })),
)

test('the value in force and the highest of the past week, or the lowest for a limit below, without the limit itself', async () => {
  const latest = { at: iso(clock.now()), amount: 41.2 }
  const week = { startDate: iso(at(-7 * 1440)), latest }
  expect(await readingsOf(oven.id, 8, { what: 'temperature' })).toEqual({
    ...week,
    extreme: { at: iso(at(-60)), amount: 65 },
  })
  expect(await readingsOf(oven.id, 8, { what: 'temperature', direction: 'below', value: 5, minutes: 3 })).toEqual({
    ...week,
    extreme: { at: iso(at(-10)), amount: 41.2 },
  })
})

test('cycle times, cycles of an hour, and time without contact', async () => {
  expect(await readingsOf(oven.id, 8, { what: 'cycle_time' })).toMatchObject({
    ...{ latest: { amount: 20 }, extreme: { at: iso(at(-120)), amount: 99 } },
  })
  expect(await readingsOf(oven.id, 1, { scheduled_only: false })).toMatchObject({
    ...{ latest: { amount: 1 }, extreme: { amount: 1 } },
  })
  clock.advance(2 * MINUTE_MS)
  expect((await readingsOf(oven.id, 4, {})).latest).toEqual({ at: iso(clock.now()), amount: 2 * MINUTE_MS })
})

test('a value that comes is the next answer', async () => {
  await oven.send([{ t: clock.now(), type: 'tlm', temperature_1: 70.5 }])
  expect(await readingsOf(oven.id, 8, {})).toMatchObject({ latest: { amount: 70.5 }, extreme: { amount: 70.5 } })
})

test('an analog input is read in the unit of its device', async () => {
  const press = await machineWithDevice(t, admin, acme.rootOrgUnitId, 'Press')
  const send = (minutes: number, analog_in_1: number) => press.send([{ t: at(minutes), type: 'tlm', analog_in_1 }])
  const args = { what: 'analog' }
  expect(await readingsOf(press.id, 8, args)).toMatchObject({ latest: null, extreme: null })
  await send(-2, 7)
  await send(-1, 4)
  expect(await readingsOf(press.id, 8, args)).toMatchObject({ latest: { amount: 4 }, extreme: { amount: 7 } })
})

test('types without such a limit, faulty arguments and machines of another company are refused, and nothing is stored', async () => {
  const send = (body: object, token = user) => t.call('POST', '/v0/alarm_drafts/limit', { token, body })
  const body = { equipment_id: oven.id, alarm_type_id: 8, args: {} }
  expect((await send({ ...body, alarm_type_id: 5 })).text).toContain('no such limit')
  expect((await send({ ...body, alarm_type_id: 12 })).status).toBe(400)
  expect((await send({ ...body, args: { what: 'pressure' } })).text).toContain('args/what')
  const other = await signedInCompany(t, 'other')
  expect((await send(body, other.tokens.superuser)).status).toBe(404)
  expect((await t.db.owner.query('select 1 from alarm')).rowCount).toBe(0)
})
