import { MAX_READING } from '@millwatch/contract/devices'
import { updateDevice } from '@millwatch/contract/http/devices'
import { dataOfEquipment, rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { allInOne } from '@millwatch/contract/http/telemetry-series'
import { getEquipment, getOrgUnit } from '@millwatch/contract/http/tree'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { describe, expect, test, vi } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { systemCtx } from '../../platform/ctx.ts'
import { eachSeriesPoint, type SeriesPoint } from '../telemetry/index.ts'

const start = Date.parse('2026-06-10T00:00:00Z')
const clock = manualClock(start + 10 * HOUR_MS)
const iso = (ms: number) => new Date(ms).toISOString()

const { t, company: acme, root, token: admin } = await appWithCompany({ clock })
const user = await t.signIn(acme.emailOf('user'))

/** Asks for everything that pages of a machine and its unit read of the last hour. */
async function pagesOf(id: number) {
  const query = { startDate: iso(start + 9 * HOUR_MS), endDate: iso(start + 10 * HOUR_MS) }
  const { equip } = await t.ask(getEquipment, { token: user, params: { id }, query })
  await t.ask(getOrgUnit, { token: user, params: { id: root }, query })
  await t.ask(allInOne, { token: user, params: { id }, query: { ...query, width: 60 } })
  await t.ask(dataOfEquipment, { token: user, params: { id }, query })
  await t.ask(rawDataOfEquipment, { token: user, params: { id }, query })
  return equip.figures
}

test('pages show the largest readings, and work with the larger ones that older versions stored', async () => {
  const readings = { temperature_1: MAX_READING, analog_in_1: MAX_READING }
  const hot = await machineWithDevice(t, admin, root, 'hot')
  await hot.send(
    [0, 1].map((i) => ({ t: start + 9 * HOUR_MS + i * MINUTE_MS, type: 'cycle', cycle_time: 5, ...readings })),
  )
  const body = { analog_in_1_config: { unit: null, scale: 1e12, offset: 1e12 }, from: iso(start) }
  await t.ask(updateDevice, { token: admin, params: { id: hot.deviceId }, body })
  expect(await pagesOf(hot.id)).toMatchObject({ temp_avg: MAX_READING, analog_avg: 1e27 })
  await t.db.owner.query(
    'update event set temperature_1 = 1.797e308, analog_in_1 = -1.797e308 where equipment_id = $1',
    [hot.id],
  )
  expect(await pagesOf(hot.id)).toMatchObject({ temp_avg: null, analog_avg: null })
})

describe('points are read in parts of bounded size', () => {
  const from = start - 20 * DAY_MS
  const times = [
    ...Array.from({ length: 30 }, (_, i) => from + i * MINUTE_MS),
    ...Array.from({ length: 50 }, () => from + HOUR_MS),
    ...Array.from({ length: 8 }, (_, i) => from + 7 * DAY_MS + i),
    ...Array.from({ length: 8 }, () => from + 16 * DAY_MS),
  ]
  const sent = times.map((at, i) => ({ t: at, type: 'tlm', temperature_1: i }))
  /** Returns the instants and values of all points, and the length of the longest text that was read for them. */
  const pointsOf = (equipmentId: number, onlyDevice: number | null, mostPoints: number, to = start) =>
    t.db.database.inCompany(acme.companyId, async (tx) => {
      const reading = vi.spyOn(tx.db, 'executeQuery')
      const points: [number, number][] = []
      const take = (point: SeriesPoint) => void points.push([point.at, point.temperature1])
      await eachSeriesPoint(
        systemCtx(acme.companyId, tx, clock),
        { equipmentId, onlyDevice },
        { from, to },
        take,
        mostPoints,
      )
      const answers = await Promise.all(reading.mock.results.map(({ value }) => value))
      const lengths = answers.flatMap(({ rows }) =>
        rows.map((row: { points?: string | null }) => row.points?.length ?? 0),
      )
      return { points: points.sort((a, b) => a[1] - b[1]), longest: Math.max(...lengths) }
    })

  test.each([1, 2, 7, 50, 96, 1000])('%i at once are the whole, none lost and none twice', async (mostPoints) => {
    const flood = await machineWithDevice(t, admin, root, `flood ${mostPoints}`)
    await flood.send(sent)
    const whole = times.map((at, i) => [at, i])
    for (const device of [flood.deviceId, null]) {
      const { points, longest } = await pointsOf(flood.id, device, mostPoints)
      expect(points).toEqual(whole)
      expect(longest).toBeLessThanOrEqual(mostPoints * 56)
    }
    const cut = await pointsOf(flood.id, flood.deviceId, mostPoints, from + HOUR_MS)
    expect(cut.points).toEqual(whole.slice(0, 30))
  })
})
