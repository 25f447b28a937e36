import {
  quarantineOfEquipment,
  releaseFromQuarantine,
  releaseManyFromQuarantine,
} from '@millwatch/contract/http/ingest-quarantine'
import { getEquipment } from '@millwatch/contract/http/tree'
import { HOUR_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

/** In the past by the real clock: what is stored is verified as of the later of both. */
let startAt = Date.UTC(2026, 5, 22, 9)
const DAYS_3 = 72 * HOUR_MS
/** So long before a device was added an event shows that its clock fell back. */
const DAYS_402 = 402 * 24 * HOUR_MS
const clock = manualClock(startAt)
const { t, company: acme, companyId, token: admin } = await appWithCompany({ clock })
type Machine = Awaited<ReturnType<typeof machineWithDevice>>
let first: Machine
let second: Machine

const cycle = (at: number) => ({ t: at, type: 'cycle', cycle_time: 10 })
interface Choice {
  readonly reason: 'clock_far_ahead' | 'clock_reset'
  readonly device_ids?: number[]
  readonly received_from?: string
  readonly received_to?: string
}
const release = (body: Choice) => t.ask(releaseManyFromQuarantine, { token: admin, body })
const waiting = async (machine: Machine) =>
  (await t.ask(quarantineOfEquipment, { token: admin, params: { id: machine.id } })).quarantine.filter(
    (entry) => entry.release_at === null,
  ).length
const accepted = async (machine: Machine) =>
  (await t.ask(getEquipment, { token: admin, params: { id: machine.id }, query: {} })).equip.Devices[0]?.accepted
const iso = (at: number) => new Date(at).toISOString()

/**
 * The clock of the server is three days slow, so it quarantines two events of each device now, and a third an hour later.
 */
beforeEach(async () => {
  // Moves on, so that entries of earlier tests are far older.
  startAt += DAYS_3 + 24 * HOUR_MS
  clock.set(startAt)
  first = await machineWithDevice(t, admin, acme.rootOrgUnitId)
  second = await machineWithDevice(t, admin, acme.rootOrgUnitId)
  for (const machine of [first, second]) await machine.send([cycle(startAt + DAYS_3), cycle(startAt + DAYS_3 + 20_000)])
  clock.advance(HOUR_MS)
  for (const machine of [first, second]) await machine.send([cycle(startAt + DAYS_3 + HOUR_MS)])
})

describe('Events that wait in quarantine are released in bulk', () => {
  test('by device: they count once their time has come, and not before', async () => {
    const body = { reason: 'clock_far_ahead' as const, device_ids: [first.deviceId] }
    expect(await release(body)).toEqual({ status: 'success', events: 3, more: false })
    expect(await release(body)).toEqual({ status: 'success', events: 0, more: false })
    expect([await waiting(first), await waiting(second)]).toEqual([0, 3])
    expect(await accepted(first)).toBe(0)
    clock.set(startAt + DAYS_3 + 30_000)
    await expect.poll(() => accepted(first), { timeout: 30_000 }).toBe(2)
    clock.set(startAt + DAYS_3 + HOUR_MS + 1000)
    await expect.poll(() => accepted(first), { timeout: 30_000 }).toBe(3)
    expect(await accepted(second)).toBe(0)
  })

  test('by reason and span of receipt, of all devices', async () => {
    expect(await release({ reason: 'clock_reset' })).toMatchObject({ events: 0 })
    const late = { reason: 'clock_far_ahead' as const, received_from: iso(startAt + 1) }
    expect(await release({ ...late, received_to: iso(startAt + HOUR_MS) })).toMatchObject({ events: 0 })
    const { events } = await release({ ...late, received_to: iso(startAt + HOUR_MS + 1) })
    expect(events).toBe(2)
    expect([await waiting(first), await waiting(second)]).toEqual([2, 2])
    clock.set(startAt + DAYS_3 + HOUR_MS + 1000)
    for (const machine of [first, second]) await expect.poll(() => accepted(machine), { timeout: 30_000 }).toBe(1)
  })

  test('but not those of a time that never comes, which one by one are refused too', async () => {
    const never = 8.64e15
    await first.send([cycle(never)])
    const { events } = await release({ reason: 'clock_far_ahead', device_ids: [first.deviceId] })
    expect([events, await waiting(first)]).toEqual([3, 1])
    const { quarantine } = await t.ask(quarantineOfEquipment, { token: admin, params: { id: first.id } })
    const id = quarantine.find((entry) => entry.release_at === null)?.id
    const refused = await t.call('POST', `/v0/quarantine/${id}/release`, { token: admin })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('cannot be released')
  })

  test('by an admin only, with one audit entry, and not of the devices of others', async () => {
    const globex = await companyWithPeople(t, `globex ${first.id}`)
    const stranger = await t.signIn(globex.emailOf('superuser'))
    const body = { reason: 'clock_far_ahead', device_ids: [first.deviceId] }
    const status = async (token: string) => (await t.call('POST', '/v0/quarantine/release', { token, body })).status
    expect(await status(await t.signIn(acme.emailOf('user')))).toBe(403)
    expect(await status(stranger)).toBe(404)
    expect(await waiting(first)).toBe(3)
    await release({ reason: 'clock_far_ahead', device_ids: [first.deviceId, second.deviceId] })
    const { rows } = await t.db.owner.query(
      `select after from audit_entry where company_id = $1 and operation = 'quarantine.release_many' order by audit_entry_id desc limit 1`,
      [companyId],
    )
    expect(rows).toEqual([{ after: { reason: 'clock_far_ahead', events: 6, devices: 2 } }])
  })
})

describe('Events that wait since a clock fell back', () => {
  const releaseOne = async () => {
    const { quarantine } = await t.ask(quarantineOfEquipment, { token: admin, params: { id: first.id } })
    const id = quarantine.findLast((entry) => entry.reason === 'clock_reset' && entry.release_at === null)?.id as number
    await t.ask(releaseFromQuarantine, { token: admin, params: { id } })
  }
  const since = async () => {
    const { equip } = await t.ask(getEquipment, { token: admin, params: { id: first.id }, query: {} })
    return equip.Devices[0]?.clock_reset?.since
  }
  const fallBack = (events: number) =>
    first.send(Array.from({ length: events }, (_, i) => cycle(startAt - DAYS_402 + i * 10_000)))

  test('and are released one by one leave nothing of it for the next time that it falls back', async () => {
    await first.send([cycle(clock.now())])
    const fellAt = clock.now()
    await fallBack(2)
    clock.advance(HOUR_MS)
    await releaseOne()
    expect(await since()).toBe(iso(fellAt))
    await releaseOne()
    expect(await since()).toBeUndefined()
    clock.advance(HOUR_MS)
    await fallBack(1)
    expect(await since()).toBe(iso(clock.now()))
  })
})
