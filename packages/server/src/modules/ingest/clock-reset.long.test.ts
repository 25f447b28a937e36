import { discardClockReset, quarantineOfEquipment, releaseClockReset } from '@millwatch/contract/http/ingest-quarantine'
import { getEquipment } from '@millwatch/contract/http/tree'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const NOW = Date.UTC(2027, 5, 22, 9)
const FELL_TO = Date.UTC(2000, 0, 1)
const clock = manualClock(NOW)
let machine: Awaited<ReturnType<typeof machineWithDevice>>

const { t, company: acme, token: admin } = await appWithCompany({ clock })
const user = await t.signIn(acme.emailOf('user'))
beforeEach(async () => {
  clock.set(NOW)
  machine = await machineWithDevice(t, admin, acme.rootOrgUnitId)
  await machine.send([cycle(NOW - 60_000)])
  clock.set(NOW + 1000)
  await machine.send([0, 1, 2].map((i) => cycle(FELL_TO + i * 10_000)))
})

const cycle = (at: number) => ({ t: at, type: 'cycle', cycle_time: 10 })
const shown = async (token = user) => {
  const { equip } = await t.ask(getEquipment, { token, params: { id: machine.id }, query: {} })
  return equip.Devices[0]
}
const reasons = async () =>
  (await t.ask(quarantineOfEquipment, { token: user, params: { id: machine.id } })).quarantine.map(
    (entry) => entry.reason,
  )
const settle = (way: 'release' | 'discard', token: string) =>
  t.call('POST', `/v0/devices/${machine.deviceId}/clock_reset/${way}`, { token })
const began = async () =>
  (
    await t.db.owner.query<{ at: number }>(
      'select min(started_at)::float8 as at from status_interval where equipment_id = $1',
      [machine.id],
    )
  ).rows[0]?.at
const audited = async () =>
  (
    await t.db.owner.query<{ operation: string; after: object }>(
      `select operation, after from audit_entry where subject = $1 and operation like 'clock_reset%' order by audit_entry_id`,
      [`device/${machine.deviceId}`],
    )
  ).rows

describe('a device whose clock fell back', () => {
  test('is shown so to everybody: since when, and how many events wait', async () => {
    expect((await shown())?.clock_reset).toEqual({ since: new Date(NOW + 1000).toISOString(), events: 3 })
    expect(await reasons()).toEqual(['clock_reset', 'clock_reset', 'clock_reset'])
    const other = await machineWithDevice(t, admin, acme.rootOrgUnitId)
    const { equip } = await t.ask(getEquipment, { token: user, params: { id: other.id }, query: {} })
    expect(equip.Devices[0]?.clock_reset).toBeNull()
  })

  test('is settled by an admin: a user is refused, and another company finds no such device', async () => {
    const globex = await companyWithPeople(t, `globex ${machine.id}`)
    const stranger = await t.signIn(globex.emailOf('superuser'))
    for (const way of ['release', 'discard'] as const) {
      expect((await settle(way, user)).status).toBe(403)
      expect((await settle(way, stranger)).status).toBe(404)
    }
    expect((await shown())?.clock_reset).toMatchObject({ events: 3 })
    expect(await audited()).toEqual([])
  })

  test('has all its events released in one step: they count, once, and the figures follow', async () => {
    const request = { token: admin, params: { id: machine.deviceId } }
    expect(await t.ask(releaseClockReset, request)).toEqual({ status: 'success', events: 3 })
    expect(await t.ask(releaseClockReset, request)).toEqual({ status: 'success', events: 0 })
    expect(await t.ask(discardClockReset, request)).toEqual({ status: 'success', events: 0 })
    await expect.poll(() => shown()).toMatchObject({ received: 4, accepted: 4, quarantined: 0 })
    expect(await began()).toBe(FELL_TO - 10_000)
    expect((await shown())?.clock_reset).toBeNull()
    expect(await audited()).toEqual([{ operation: 'clock_reset.release', after: { events: 3 } }])
  })

  test('has them discarded in one step: they stay in quarantine and in its account, and nobody releases them', async () => {
    const [entry] = (await t.ask(quarantineOfEquipment, { token: admin, params: { id: machine.id } })).quarantine
    const request = { token: admin, params: { id: machine.deviceId } }
    expect(await t.ask(discardClockReset, request)).toEqual({ status: 'success', events: 3 })
    expect(await t.ask(discardClockReset, request)).toEqual({ status: 'success', events: 0 })
    expect(await t.ask(releaseClockReset, request)).toEqual({ status: 'success', events: 0 })
    expect((await t.call('POST', `/v0/quarantine/${entry?.id}/release`, { token: admin })).status).toBe(404)
    expect(await shown()).toMatchObject({ received: 4, accepted: 1, quarantined: 3, clock_reset: null })
    expect(await reasons()).toEqual([])
    expect(await began()).toBe(NOW - 70_000)
    expect(await audited()).toEqual([{ operation: 'clock_reset.discard', after: { events: 3 } }])
    const { rows } = await t.db.owner.query(
      'select distinct discarded_at::float8 as at from quarantine where device_id = $1',
      [machine.deviceId],
    )
    expect(rows).toEqual([{ at: NOW + 1000 }])
  })

  test('is marked anew when it falls back again', async () => {
    await settle('discard', admin)
    clock.set(NOW + 5000)
    await machine.send([cycle(FELL_TO)])
    expect((await shown())?.clock_reset).toEqual({ since: new Date(NOW + 5000).toISOString(), events: 1 })
  })

  test('has its events settled once by two admins at once', async () => {
    const answers = await Promise.all([settle('release', admin), settle('discard', admin), settle('release', admin)])
    const events = answers.map((answer) => (answer.json as { events: number }).events)
    expect(events.toSorted()).toEqual([0, 0, 3])
    expect(await audited()).toHaveLength(1)
  })
})
