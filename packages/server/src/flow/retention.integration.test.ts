import { randomUUID } from 'node:crypto'
import { createDevice, reassignDevice } from '@millwatch/contract/http/devices'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { archiveEquipment, createEquipment, removeEquipment } from '@millwatch/contract/http/tree'
import { utilizationOfEquipment } from '@millwatch/contract/http/utilization'
import { DAY_MS, MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { beforeAll, expect, test } from 'vitest'
import { keepEventsFor } from '../modules/identity/index.ts'
import { manualClock } from '../platform/clock.ts'
import { verifyCompany } from '../verify/index.ts'
import { retention } from './retention.ts'

const NOW = Date.parse('2026-11-02T15:00:00Z')
/** Midnight in New York, 40 days before. */
const HORIZON = Date.parse('2026-09-23T04:00:00Z')
const iso = (at: number) => new Date(at).toISOString()
const clock = manualClock(NOW)

const { t, company: acme, companyId, token } = await appWithCompany({ clock, timezone: 'America/New_York' })
let session = token
const machine = await machineWithDevice(t, token, acme.rootOrgUnitId)
beforeAll(async () => {
  for (let day = -45; day < 0; day++) {
    const from = NOW + day * DAY_MS
    const events = Array.from({ length: 90 }, (_, i) => ({
      t: from + i * 5 * MINUTE_MS + (i % 7) * MINUTE_MS,
      type: 'cycle',
      cycle_time: 60 + (i % 13),
      temperature_1: 40 + (i % 5),
    }))
    await machine.send(events)
  }
  await t.app.flow.rollUp()
})

const kind = () =>
  retention({
    database: t.db.database,
    clock,
    ensureCurrent: t.app.flow.ensureCurrent,
    forgetOld: async () => undefined,
  })
const forget = (by = companyId) =>
  kind().prepare?.({ id: 1, companyId: by, userId: null, attempt: 1, args: {}, signal: new AbortController().signal })

async function figures() {
  const whole = { startDate: iso(NOW - 60 * DAY_MS), endDate: iso(NOW) }
  const days = { startDate: iso(HORIZON - 4 * DAY_MS), endDate: iso(HORIZON) }
  const params = { id: machine.id }
  return {
    whole: (await t.ask(utilizationOfEquipment, { token: session, query: { ids: String(machine.id), ...whole } }))
      .equipment,
    days: (await t.ask(utilizationOfEquipment, { token: session, query: { ids: String(machine.id), ...days } }))
      .equipment,
    log: (await t.ask(statusOfEquipment, { token: session, params, query: whole })).data,
  }
}
const rawBefore = async (at: number) =>
  (
    await t.ask(rawDataOfEquipment, {
      token: session,
      params: { id: machine.id },
      query: { startDate: iso(0), endDate: iso(at) },
    })
  ).data

test('Nothing is removed unless a company says so', async () => {
  expect(await forget()).toEqual({ machines: 0, events: 0, partitions: 0, quarantined: 0 })
  expect(await rawBefore(HORIZON)).not.toEqual([])
})

test('Single events go as of a local midnight; figures, status and what comes afterwards stay as they were', async () => {
  const before = await figures()
  const gone = (await rawBefore(HORIZON)).length
  const kept = (await rawBefore(NOW)).length - gone
  await keepEventsFor(t.db.database, companyId, 40)
  expect(await forget()).toEqual({ machines: 1, events: gone, partitions: 0, quarantined: 0 })
  expect(gone).toBeGreaterThan(300)
  expect(await rawBefore(HORIZON)).toEqual([])
  expect(await rawBefore(NOW)).toHaveLength(kept)
  expect(await figures()).toEqual(before)
  // A second try finds it done.
  expect(await forget()).toEqual({ machines: 0, events: 0, partitions: 0, quarantined: 0 })

  const late = [
    { t: HORIZON - MINUTE_MS, type: 'cycle', cycle_time: 10 },
    { t: HORIZON + 3 * DAY_MS + MINUTE_MS, type: 'cycle', cycle_time: 61 },
  ]
  expect(await machine.send(late)).toMatchObject({ accepted: 1, quarantined: 1 })
  await t.app.flow.rollUp()
  const after = await figures()
  expect(after.days).toEqual(before.days)
  expect(after.whole[0]?.cycles).toBe((before.whole[0]?.cycles ?? 0) + 1)
})

test('Not as long as rollups do not hold what would go', async () => {
  clock.advance(DAY_MS)
  await machine.send([{ t: HORIZON + DAY_MS / 2, type: 'cycle', cycle_time: 61 }])
  expect(await forget()).toEqual({ machines: 0, events: 0, partitions: 0, quarantined: 0 })
  await t.app.flow.rollUp()
  expect(await forget()).toMatchObject({ machines: 1 })
})

test('A month in which no machine of any company keeps an event is dropped whole, and figures stay', async () => {
  const october = Date.parse('2026-10-01T00:00:00Z')
  const other = await companyWithPeople(t, 'other')
  const neighbour = await machineWithDevice(t, await t.signIn(other.emailOf('admin')), other.rootOrgUnitId)
  await neighbour.send([{ t: HORIZON, type: 'cycle', cycle_time: 60 }])
  clock.set(Date.parse('2026-11-20T15:00:00Z'))
  session = await t.signIn(acme.emailOf('admin'))
  await t.app.flow.rollUp()
  const before = await figures()
  const months = async () => {
    const { rows } = await t.db.owner.query<{ name: string }>(
      `select relname as name from pg_class where relname like 'event\\_2026%' and relispartition and relkind = 'r' order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  expect(await months()).toEqual(['event_2026_09', 'event_2026_10', 'event_2026_11'])
  const inSeptember = (await rawBefore(october)).length
  expect(inSeptember).toBeGreaterThan(300)

  // The other company keeps its event of September, so the rows of this one are deleted.
  const first = await forget()
  expect(first).toMatchObject({ machines: 1, partitions: 0 })
  expect(first?.events).toBeGreaterThan(inSeptember)
  expect(await months()).toHaveLength(3)
  expect(await rawBefore(october)).toEqual([])

  await keepEventsFor(t.db.database, other.companyId, 40)
  expect(await forget(other.companyId)).toEqual({ machines: 1, events: 1, partitions: 1, quarantined: 0 })
  expect(await months()).toEqual(['event_2026_10', 'event_2026_11'])
  expect(await figures()).toEqual(before)

  // An event of that time is refused, and makes no partition again.
  expect(await machine.send([{ t: HORIZON, type: 'cycle', cycle_time: 10 }])).toMatchObject({ quarantined: 1 })
  expect(await months()).toHaveLength(2)
  expect(await forget()).toEqual({ machines: 0, events: 0, partitions: 0, quarantined: 0 })
})

test('Events of removed and archived machines, of secondary devices alone and of no machine go; young ones of no machine stay', async () => {
  const september = Date.parse('2026-09-10T12:00:00Z')
  const young = clock.now() - 39 * DAY_MS
  const third = await companyWithPeople(t, 'third')
  const admin = await t.signIn(third.emailOf('admin'))
  const body = { name: 'Saw', parent_id: third.rootOrgUnitId }
  const { equip } = await t.ask(createEquipment, { token: admin, body })
  const removed = await machineWithDevice(t, admin, third.rootOrgUnitId)
  const archived = await machineWithDevice(t, admin, third.rootOrgUnitId)
  const secondary = await sender(admin, { equipId: equip.id, primary: false })
  const loose = await sender(admin, {})
  for (const { send } of [removed, archived, secondary, loose])
    await send([{ t: september, type: 'cycle', cycle_time: 60 }], 'b-1')
  await loose.send([{ t: young, type: 'cycle', cycle_time: 60 }], 'b-2')
  await t.ask(removeEquipment, { token: admin, params: { id: removed.id } })
  await t.ask(archiveEquipment, { token: admin, params: { id: archived.id }, body: { archived: true } })
  clock.advance(60 * MINUTE_MS)
  await t.app.flow.rollUp()
  await keepEventsFor(t.db.database, third.companyId, 40)

  expect(await forget(third.companyId)).toEqual({ machines: 3, events: 4, partitions: 1, quarantined: 0 })
  expect(await eventsOf(third.companyId)).toEqual([{ machine: 0, at: young }])
  expect(await forget(third.companyId)).toEqual({ machines: 0, events: 0, partitions: 0, quarantined: 0 })
  expect(await verifyCompany({ database: t.db.database, clock }, third.companyId)).toEqual([])

  const move = { equipId: equip.id, primary: true, from: iso(young) }
  await t.ask(reassignDevice, { token: admin, params: { id: loose.id }, body: move })
  expect(await eventsOf(third.companyId)).toEqual([{ machine: equip.id, at: young }])

  // Horizons of removed and archived machines move on, too. The check after all tests goes by the time of the last event.
  clock.advance(60 * DAY_MS)
  await loose.send([{ t: clock.now(), type: 'cycle', cycle_time: 60 }], 'b-3')
  await t.app.flow.ensureCurrent(third.companyId, [equip.id, removed.id, archived.id])
  await t.app.flow.rollUp()
  expect(await forget(third.companyId)).toMatchObject({ machines: 3, events: 1 })
})

/** Creates a device, on a machine or on none, that sends events as `machineWithDevice` does. */
async function sender(admin: string, place: { equipId?: number; primary?: boolean }) {
  const uuid = randomUUID()
  const { device, device_key: key } = await t.ask(createDevice, { token: admin, body: { deviceUUID: uuid, ...place } })
  const headers = { authorization: `Device ${uuid}:${key}` }
  const send = async (events: object[], batchId: string) => {
    const body = { batch_id: batchId, sent_at: clock.now(), events }
    expect((await t.call('POST', '/v0/ingest', { headers, body })).json).toMatchObject({ accepted: events.length })
  }
  return { id: device.id, send }
}

async function eventsOf(company: number) {
  const { rows } = await t.db.owner.query(
    'select equipment_id::int as machine, occurred_at::float8 as at from event where company_id = $1 order by 2',
    [company],
  )
  return rows
}
