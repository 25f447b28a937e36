import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { utilizationOfEquipment } from '@millwatch/contract/http/utilization'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { beforeAll, expect, test } from 'vitest'
import { keepEventsFor } from '../modules/identity/index.ts'
import { manualClock } from '../platform/clock.ts'
import { retention } from './retention.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const NOW = Date.parse('2026-11-02T15:00:00Z')
/** Midnight in New York, 40 days before. */
const HORIZON = Date.parse('2026-09-23T04:00:00Z')
const iso = (at: number) => new Date(at).toISOString()
const clock = manualClock(NOW)

const { t, company: acme, companyId, token } = await appWithCompany({ clock, timezone: 'America/New_York' })
const machine = await machineWithDevice(t, token, acme.rootOrgUnitId)
beforeAll(async () => {
  for (let day = -45; day < 0; day++) {
    const from = NOW + day * DAY
    const events = Array.from({ length: 90 }, (_, i) => ({
      t: from + i * 5 * MINUTE + (i % 7) * MINUTE,
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
const forget = () =>
  kind().prepare?.({ id: 1, companyId, userId: null, attempt: 1, args: {}, signal: new AbortController().signal })

async function figures() {
  const whole = { startDate: iso(NOW - 60 * DAY), endDate: iso(NOW) }
  const days = { startDate: iso(HORIZON - 4 * DAY), endDate: iso(HORIZON) }
  const params = { id: machine.id }
  return {
    whole: (await t.ask(utilizationOfEquipment, { token, query: { ids: String(machine.id), ...whole } })).equipment,
    days: (await t.ask(utilizationOfEquipment, { token, query: { ids: String(machine.id), ...days } })).equipment,
    log: (await t.ask(statusOfEquipment, { token, params, query: whole })).data,
  }
}
const rawBefore = async (at: number) =>
  (
    await t.ask(rawDataOfEquipment, {
      token,
      params: { id: machine.id },
      query: { startDate: iso(0), endDate: iso(at) },
    })
  ).data

test('Nothing is removed unless a company says so', async () => {
  expect(await forget()).toEqual({ machines: 0, events: 0, quarantined: 0 })
  expect(await rawBefore(HORIZON)).not.toEqual([])
})

test('Single events go as of a local midnight; figures, status and what comes afterwards stay as they were', async () => {
  const before = await figures()
  const gone = (await rawBefore(HORIZON)).length
  const kept = (await rawBefore(NOW)).length - gone
  await keepEventsFor(t.db.database, companyId, 40)
  expect(await forget()).toEqual({ machines: 1, events: gone, quarantined: 0 })
  expect(gone).toBeGreaterThan(300)
  expect(await rawBefore(HORIZON)).toEqual([])
  expect(await rawBefore(NOW)).toHaveLength(kept)
  expect(await figures()).toEqual(before)
  // A second try finds it done.
  expect(await forget()).toEqual({ machines: 0, events: 0, quarantined: 0 })

  const late = [
    { t: HORIZON - MINUTE, type: 'cycle', cycle_time: 10 },
    { t: HORIZON + 3 * DAY + MINUTE, type: 'cycle', cycle_time: 61 },
  ]
  expect(await machine.send(late)).toMatchObject({ accepted: 1, quarantined: 1 })
  await t.app.flow.rollUp()
  const after = await figures()
  expect(after.days).toEqual(before.days)
  expect(after.whole[0]?.cycles).toBe((before.whole[0]?.cycles ?? 0) + 1)
})

test('Not as long as rollups do not hold what would go', async () => {
  clock.advance(DAY)
  await machine.send([{ t: HORIZON + DAY / 2, type: 'cycle', cycle_time: 61 }])
  expect(await forget()).toEqual({ machines: 0, events: 0, quarantined: 0 })
  await t.app.flow.rollUp()
  expect(await forget()).toMatchObject({ machines: 1 })
})
