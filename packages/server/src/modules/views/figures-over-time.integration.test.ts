import { archiveEquipment, getEquipment, getOrgUnit, updateEquipment } from '@millwatch/contract/http/tree'
import { utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'
import { HOUR_MS } from '@millwatch/domain/time'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { describe, expect, test } from 'vitest'
import { day, iso, local, midnight, pressInHall } from './figures.testing.ts'

const { t, clock, admin, user, hall, press, emailOf, addUnit, util } = await pressInHall()

describe('as time goes by', () => {
  const sums = async (id: number, more: object = {}) =>
    (await t.ask(utilizationOfOrgUnits, { token: admin, query: { ids: String(id), ...day, ...more } })).orgUnits[0]

  test('the sums of a unit count each machine while it stood there, was active and not excluded, and say what was left out', async () => {
    const there = await addUnit('there')
    const mover = await machineWithDevice(t, admin, there, 'mover')
    await mover.send([
      { t: local(6), type: 'status', status: 'running' },
      { t: local(16), type: 'ping', since: local(6) },
    ])
    const ownFigures = await util({}, admin, mover.id)
    expect(ownFigures).toMatchObject({ running_s: 10 * 3600, scheduled_s: 10 * 3600 })
    expect(await sums(there)).toMatchObject({ run_secs: ownFigures.run_secs, scheduled_s: ownFigures.scheduled_s })

    const change = (body: object, at: number) =>
      t.ask(updateEquipment, { token: admin, params: { id: mover.id }, body: { ...body, from: iso(at) } })
    await change({ util_excluded: true }, local(7))
    await change({ util_excluded: false }, local(9))
    expect(await sums(there)).toMatchObject({
      run_secs: 8 * 3600,
      scheduled_s: 8 * 3600,
      explained: { excluded: { machines: 1, seconds: 2 * 3600 } },
    })
    const elsewhere = await addUnit('elsewhere')
    await change({ parent_org_unit_id: elsewhere }, local(12))
    expect(await sums(there)).toMatchObject({
      scheduled_s: 4 * 3600,
      explained: { elsewhere: { machines: 1, seconds: 4 * 3600 }, excluded: { machines: 1, seconds: 2 * 3600 } },
    })
    expect(await sums(elsewhere)).toMatchObject({ scheduled_s: 4 * 3600 })
    const { orgUnits } = await t.ask(utilizationOfOrgUnits, {
      token: admin,
      query: { ids: `${there},${elsewhere}`, ...day, interval: 3600 },
    })
    expect(orgUnits.map((unit) => unit.scheduled_s)).toEqual([4 * 3600, 4 * 3600])
    expect(orgUnits[0]?.buckets?.scheduled_secs.slice(6, 13)).toEqual([3600, 0, 0, 3600, 3600, 3600, 0])

    await t.ask(archiveEquipment, { token: admin, params: { id: mover.id }, body: { archived: true } })
    clock.advance(HOUR_MS)
    expect(await sums(elsewhere)).toMatchObject({
      scheduled_s: 4 * 3600,
      explained: { archived: { machines: 1, seconds: 3600 } },
    })
    expect(await util({}, admin, mover.id)).toMatchObject({
      scheduled_s: 10 * 3600,
      explained: { archived: { machines: 1, seconds: 3600 } },
    })
    // The page of each unit names the machine that counts in its sums and is not shown.
    for (const id of [there, elsewhere]) {
      const { orgUnit } = await t.ask(getOrgUnit, { token: admin, params: { id }, query: day })
      expect(orgUnit.also_counted).toEqual([{ id: mover.id, name: 'mover' }])
    }
    const { orgUnit: other } = await t.ask(getOrgUnit, { token: admin, params: { id: hall }, query: day })
    expect(other.also_counted).toEqual([])
    // Time while archived is inside no shift.
    const ofShift = await util({ shift: 1 }, admin, mover.id)
    expect(ofShift.explained.archived).toEqual({ machines: 1, seconds: 0 })
    expect((await sums(elsewhere, { shift: 1 }))?.explained.archived).toEqual({ machines: 1, seconds: 0 })
  })

  test('a shift begins, and with it scheduled time', async () => {
    clock.set(local(23))
    await press.send([{ t: local(23), type: 'ping', since: local(16) }])
    const later = await t.ask(getEquipment, { token: user, params: { id: press.id }, query: {} })
    expect(later.equip).toMatchObject({
      currently_scheduled: true,
      schedule_changes_at: iso(local(24)),
      current_shift: { shift: 3, started_at: iso(local(22)), ended_at: iso(local(30)) },
    })
  })
})

test('a day beside the period is shown only of a unit that has a shift of it, whoever else is in the question', async () => {
  clock.set(local(36))
  const reader = await t.signIn(emailOf('user'))
  const admin = await t.signIn(emailOf('admin'))
  const apart = await addUnit('apart', hall)
  const left = await machineWithDevice(t, admin, apart, 'left out')
  await left.send([
    { t: local(1), type: 'status', status: 'running' },
    { t: local(16), type: 'ping', since: local(1) },
  ])
  await t.ask(updateEquipment, {
    token: admin,
    params: { id: left.id },
    body: { util_excluded: true, from: iso(midnight - 24 * HOUR_MS) },
  })
  const query = { startDate: iso(local(24)), endDate: iso(local(36)), shift: 3 as const, interval: 86_400 as const }
  const units = async (ids: number[]) =>
    (await t.ask(utilizationOfOrgUnits, { token: reader, query: { ...query, ids: ids.join() } })).orgUnits
  const dates = (unit: Awaited<ReturnType<typeof units>>[number] | undefined) => unit?.buckets?.shift_date
  const [ofHall, ofApart] = await units([hall, apart])
  expect(dates(ofHall)).toEqual([20_260_610, 20_260_611])
  expect(dates(ofApart)).toEqual([20_260_611])
  expect(dates((await units([apart]))[0])).toEqual(dates(ofApart))
})
