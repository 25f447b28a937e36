import { updateScheduleOfOrgUnit } from '@millwatch/contract/http/schedules'
import { drawnOfEquipment } from '@millwatch/contract/http/status-drawn'
import { annotateStop } from '@millwatch/contract/http/stops'
import { createReason } from '@millwatch/contract/http/stops-reasons'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const start = Date.parse('2026-06-10T08:00:00Z')
const clock = manualClock(start)
const iso = (ms: number) => new Date(ms).toISOString()

/**
 * Running from 08:00; 08:30 to 08:31 ten intervals of six seconds each; running until 09:00; down since. Three cycles,
 * the second without a cycle time.
 */
let press: Awaited<ReturnType<typeof machineWithDevice>>
let silent: typeof press
let foreign: typeof press

const { t, company: acme, token } = await appWithCompany({ clock })
const other = await companyWithPeople(t, 'other')
beforeAll(async () => {
  const day = [[6 * 3600, 14 * 3600, 1] as const, [14 * 3600, 22 * 3600, 2] as const]
  const schedule = Object.fromEntries(Array.from({ length: 7 }, (_, weekday) => [weekday, day]))
  await t.ask(updateScheduleOfOrgUnit, {
    token,
    params: { id: acme.rootOrgUnitId },
    body: { schedule: schedule as never },
  })
  press = await machineWithDevice(t, token, acme.rootOrgUnitId, 'press')
  silent = await machineWithDevice(t, token, acme.rootOrgUnitId, 'silent')
  foreign = await machineWithDevice(t, await t.signIn(other.emailOf('admin')), other.rootOrgUnitId)
  clock.set(start + HOUR_MS + MINUTE_MS)
  const statusAt = (at: number, status: string) => ({ t: at, type: 'status', status })
  const flicker = Array.from({ length: 10 }, (_, i) =>
    statusAt(start + 30 * MINUTE_MS + i * 6 * SECOND_MS, i % 2 === 0 ? 'down' : 'running'),
  )
  const pings = Array.from({ length: 11 }, (_, i) => ({ t: start + (i + 1) * 5 * MINUTE_MS, type: 'ping' }))
  const cycles = [
    { t: start + 10 * MINUTE_MS, type: 'cycle', cycle_time: 20 },
    { t: start + 11 * MINUTE_MS, type: 'cycle' },
    { t: start + 12 * MINUTE_MS, type: 'cycle', cycle_time: 30.25 },
  ]
  await press.send([
    statusAt(start, 'running'),
    ...flicker,
    statusAt(start + 31 * MINUTE_MS, 'running'),
    statusAt(start + HOUR_MS, 'down'),
    ...pings,
    ...cycles,
  ])
})

const drawn = async (width: number, overrides: object = {}, ids = [press.id]) => {
  const query = { ids: ids.join(','), startDate: iso(start), endDate: iso(start + 2 * HOUR_MS), width, ...overrides }
  return (await t.ask(drawnOfEquipment, { token, query })).equipment
}

describe('pictures of machines', () => {
  test('draw together what is narrower than a pixel, to the millisecond, and leave the rest as it is', async () => {
    expect(await drawn(30)).toEqual([
      {
        id: press.id,
        from: start,
        ms: [30 * MINUTE_MS, MINUTE_MS - 6 * SECOND_MS, 29 * MINUTE_MS + 6 * SECOND_MS, null],
        status_id: [1, 0, 1, 2],
        several: [9, 24 * SECOND_MS, 30 * SECOND_MS, 0, 0],
        several_unscheduled: [0, 0, 0, 0],
        unscheduled: [[start + 14 * HOUR_MS, start + 22 * HOUR_MS]],
      },
    ])
  })

  test('contain every interval once each has its pixel', async () => {
    const [machine] = await drawn(4096)
    expect(machine).toMatchObject({ status_id: [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2], several: [] })
    expect(machine?.ms.slice(1, 10)).toEqual(Array(9).fill(6 * SECOND_MS))
  })

  test('name the interval, the reason of a stop, and the shifts', async () => {
    const id = (await drawn(30, { detail: true }))[0]?.interval_id?.at(-1) ?? 0
    const { reason } = await t.ask(createReason, { token, body: { reason: 'Tool change' } })
    await t.ask(annotateStop, { token, params: { id }, body: { status_reason_id: reason.id } })
    const [machine] = await drawn(30, { detail: true })
    expect(machine?.interval_id).toEqual([expect.any(Number), 0, expect.any(Number), id])
    expect(machine?.reasons).toEqual([[3, 'Tool change']])
    expect(machine?.shifts).toEqual([[start - 2 * HOUR_MS, start + 6 * HOUR_MS, 1]])
  })

  test('contain the last cycles with a cycle time, less those left out', async () => {
    const last_at = start + 12 * MINUTE_MS
    expect((await drawn(30, { cycles: 60 }))[0]?.cycles).toEqual({ cycle_time: [20, 30.25], last_at })
    expect((await drawn(30, { cycles: 1 }))[0]?.cycles).toEqual({ cycle_time: [30.25], last_at })
  })

  test('are empty for a machine without any event, and for a period that lies ahead', async () => {
    const empty = { from: null, ms: [], status_id: [], several: [], several_unscheduled: [], unscheduled: [] }
    expect(await drawn(30, { cycles: 5 }, [silent.id])).toEqual([
      { id: silent.id, ...empty, cycles: { cycle_time: [], last_at: null } },
    ])
    const ahead = { startDate: iso(start + 48 * HOUR_MS), endDate: iso(start + 49 * HOUR_MS) }
    expect(await drawn(30, ahead)).toEqual([{ id: press.id, ...empty }])
  })

  test('come in the order asked for, and not at all with a machine of somebody else', async () => {
    expect((await drawn(30, {}, [silent.id, press.id])).map((machine) => machine.id)).toEqual([silent.id, press.id])
    const period = `startDate=${iso(start)}&endDate=${iso(start + HOUR_MS)}`
    const answer = await t.call('GET', `/v0/drawn/e?ids=${press.id},${foreign.id}&${period}&width=30`, { token })
    expect(answer.status).toBe(404)
  })

  test('say how much of what is drawn together lies outside the schedule', async () => {
    const night = start + 14 * HOUR_MS
    clock.set(night + 10 * MINUTE_MS)
    const statusAt = (s: number, status: string) => ({ t: night + s * SECOND_MS, type: 'status', status })
    // From 18 s before the end of the shift on, six seconds each.
    const flicker = Array.from({ length: 8 }, (_, i) => statusAt(-18 + i * 6, i % 2 === 0 ? 'running' : 'down'))
    await press.send([...flicker, statusAt(30, 'running')])
    const period = { startDate: iso(night - HOUR_MS), endDate: iso(night + HOUR_MS) }
    const [machine] = await drawn(30, period)
    expect(machine).toMatchObject({
      several: [8, 24 * SECOND_MS, 24 * SECOND_MS, 0, 0],
      several_unscheduled: [12 * SECOND_MS, 18 * SECOND_MS, 0, 0],
    })
  })
})
