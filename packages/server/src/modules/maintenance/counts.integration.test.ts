import { readAlarm } from '@millwatch/contract/http/alarms'
import { reassignDevice, removeDevice } from '@millwatch/contract/http/devices'
import { archiveEquipment } from '@millwatch/contract/http/tree'
import { MINUTE_MS } from '@millwatch/domain/time'
import { alarmsIn } from '@millwatch/lab/app/alarms'
import { openApp } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { signedInCompany } from '@millwatch/lab/app/members'
import { expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const clock = manualClock(Date.parse('2026-11-18T08:00:00Z'))
const t = await openApp({ clock, evaluatesAlarms: false })
const acme = await signedInCompany(t, 'acme')
const { alarm } = alarmsIn(t, acme)
const { admin } = acme.tokens
type Machine = Awaited<ReturnType<typeof machineWithDevice>>

/** Sends one cycle a minute for so many minutes from now on, and lets them pass. */
async function work({ send }: Machine, minutes: number): Promise<void> {
  const now = clock.now()
  const events = Array.from({ length: minutes }, (_, n) => ({
    t: now + n * MINUTE_MS + 1000,
    type: 'cycle',
    cycle_time: 60,
  }))
  clock.advance(minutes * MINUTE_MS)
  await send(events)
}

const byCycles = async (equipment_id: number) =>
  (await alarm({ alarm_type_id: 5, args: { cycle_count: 1000 }, equipment_id }, admin)).alarm.id

/** Returns the cycles since the last completion that an alarm of maintenance shows. */
async function counted(id: number): Promise<number | undefined> {
  await t.app.flow.evaluateAlarms()
  const { args_latest } = (await t.ask(readAlarm, { token: admin, params: { id }, query: {} })).alarm
  return (args_latest as { cycle_count?: number } | null)?.cycle_count
}

const move = (device: number, equipId: number, from?: number) =>
  t.ask(reassignDevice, {
    ...{ token: admin, params: { id: device } },
    body: { equipId, primary: true, active: true, ...(from !== undefined && { from: new Date(from).toISOString() }) },
  })

test('cycles count for the machine on which the device stood, also where it is put on that machine later, dated back', async () => {
  const press = await machineWithDevice(t, admin, acme.rootOrgUnitId, 'Press')
  const mill = await machineWithDevice(t, admin, acme.rootOrgUnitId, 'Mill')
  const [ofPress, ofMill] = [await byCycles(press.id), await byCycles(mill.id)]
  await work(press, 10)
  await move(press.deviceId, mill.id)
  await work(press, 7)
  expect([await counted(ofPress), await counted(ofMill)]).toEqual([10, 7])
  const removedAt = clock.now()
  await t.ask(removeDevice, { token: admin, params: { id: press.deviceId } })
  await work(press, 4)
  expect([await counted(ofPress), await counted(ofMill)]).toEqual([10, 7])
  await move(press.deviceId, press.id, removedAt)
  expect([await counted(ofPress), await counted(ofMill)]).toEqual([14, 7])
})

test('the counter of an archived machine stands still, and goes on once it works again', async () => {
  const saw = await machineWithDevice(t, admin, acme.rootOrgUnitId, 'Saw')
  const id = await byCycles(saw.id)
  await work(saw, 5)
  const archive = (archived: boolean) =>
    t.ask(archiveEquipment, { token: admin, params: { id: saw.id }, body: { archived } })
  await archive(true)
  clock.advance(600 * MINUTE_MS)
  expect(await counted(id)).toBe(5)
  await archive(false)
  await move(saw.deviceId, saw.id)
  await work(saw, 3)
  expect(await counted(id)).toBe(8)
})
