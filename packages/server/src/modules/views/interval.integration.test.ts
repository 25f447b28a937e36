import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { endRun, startRun } from '@millwatch/contract/http/runs'
import { createTag } from '@millwatch/contract/http/runs-tags'
import { updateScheduleOfEquipment } from '@millwatch/contract/http/schedules'
import { readInterval } from '@millwatch/contract/http/status'
import { annotateStop } from '@millwatch/contract/http/stops'
import { createReason } from '@millwatch/contract/http/stops-reasons'
import { allInOne } from '@millwatch/contract/http/telemetry-series'
import { getEquipment } from '@millwatch/contract/http/tree'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const start = Date.parse('2026-06-10T00:00:00Z')
const clock = manualClock(start + 10 * HOUR_MS)
const iso = (ms: number) => new Date(ms).toISOString()
const period = { startDate: iso(start), endDate: iso(start + 10 * HOUR_MS) }

/** Shift 1 is 02:00 to 04:00, shift 2 04:00 to 06:00; down from 03:30 to 04:10, and since 09:00. */

const { t, company: acme, token: admin } = await appWithCompany({ clock })
const user = await t.signIn(acme.emailOf('user'))
const press = await machineWithDevice(t, admin, acme.rootOrgUnitId, 'press')
beforeAll(async () => {
  const day = [
    [2 * 3600, 4 * 3600, 1],
    [4 * 3600, 6 * 3600, 2],
  ] as [number, number, 1 | 2][]
  const schedule = Object.fromEntries(Array.from({ length: 7 }, (_, weekday) => [weekday, day]))
  await t.ask(updateScheduleOfEquipment, { token: admin, params: { id: press.id }, body: { schedule } })
  const statusAt = (at: number, status: 'running' | 'down') => ({ t: start + at, type: 'status', status })
  const pings = Array.from({ length: 70 }, (_, i) => ({ t: start + (i + 1) * 8 * MINUTE_MS, type: 'ping' }))
  await press.send([
    statusAt(0, 'running'),
    statusAt(3.5 * HOUR_MS, 'down'),
    statusAt(4 * HOUR_MS + 10 * MINUTE_MS, 'running'),
    statusAt(9 * HOUR_MS, 'down'),
    ...pings,
    { t: start + 9.5 * HOUR_MS, type: 'ping' },
    { t: start + 9.6 * HOUR_MS, type: 'ping' },
    { t: start + 9.7 * HOUR_MS, type: 'ping' },
    { t: start + 9.85 * HOUR_MS, type: 'ping' },
    { t: start + 10 * HOUR_MS, type: 'ping' },
  ])
})

const intervals = async () =>
  (await t.ask(statusOfEquipment, { token: user, params: { id: press.id }, query: period })).data
const intervalOf = (id: number) => t.ask(readInterval, { token: user, params: { id } })

async function stopAt(at: number): Promise<number> {
  const found = (await intervals()).find((interval) => interval.started_at === iso(start + at))
  if (found === undefined) throw new Error('No stretch begins there')
  return found.id
}

describe('an interval of status', () => {
  test('says how much of it was scheduled, of which shift, and whether it is excessive', async () => {
    const { stretch: stop } = await intervalOf(await stopAt(3.5 * HOUR_MS))
    expect(stop).toMatchObject({
      equipment_id: press.id,
      status_id: 2,
      started_at: iso(start + 3.5 * HOUR_MS),
      ended_at: iso(start + 4 * HOUR_MS + 10 * MINUTE_MS),
      duration_s: 2400,
      scheduled_s: 2400,
      scheduled_by_shift: [
        { shift: 1, scheduled_s: 1800 },
        { shift: 2, scheduled_s: 600 },
      ],
      excessive: true,
      tags: [],
    })
    const { stretch: open } = await intervalOf(await stopAt(9 * HOUR_MS))
    expect(open).toMatchObject({
      ended_at: null,
      duration_s: 3600,
      scheduled_s: 0,
      scheduled_by_shift: [],
      excessive: false,
    })
    const { stretch: ran } = await intervalOf(await stopAt(0))
    expect(ran).toMatchObject({ status_id: 1, scheduled_s: 5400, excessive: false })
  })

  test('bears what was written on it', async () => {
    const id = await stopAt(3.5 * HOUR_MS)
    const { reason } = await t.ask(createReason, { token: admin, body: { reason: 'Jam' } })
    await t.ask(annotateStop, { token: user, params: { id }, body: { status_reason_id: reason.id } })
    await t.ask(annotateStop, { token: user, params: { id }, body: { notes: 'Feeder' } })
    expect((await intervalOf(id)).stretch).toMatchObject({
      status_reason_id: reason.id,
      status_reason: 'Jam',
      notes: 'Feeder',
      xsf_report_ignored: false,
    })
  })

  test('does not exist any more once its machine was recomputed', async () => {
    const id = await stopAt(9 * HOUR_MS)
    await press.send([{ t: start + 8.9 * HOUR_MS, type: 'status', status: 'down' }])
    const { status } = await t.call('GET', `/v0/status/${id}`, { token: user })
    expect(status).toBe(404)
  })
})

describe('tags of runs', () => {
  test('are shown on the intervals and the buckets that a run touches, and on the machine while it goes on', async () => {
    const tag = async (name: string) => (await t.ask(createTag, { token: admin, body: { name } })).tag.id
    const [order, heat] = [await tag('AX-114'), await tag('heat 7731')]
    const run = async (tags: number[], at: number) =>
      (await t.ask(startRun, { token: user, body: { equipId: press.id, tags, startedAt: iso(start + at) } })).run.id
    const id = await run([order, heat], 9.2 * HOUR_MS)
    const before = await t.ask(getEquipment, { token: user, params: { id: press.id }, query: {} })
    expect(before.equip.current_run).toMatchObject({ id, notify_roster_ids: [] })
    await t.ask(endRun, { token: user, params: { id }, body: {} })
    const answer = await t.ask(allInOne, {
      token: user,
      params: { id: press.id },
      query: { ...period, interval: 3600, width: 10 },
    })
    const tags = answer.result.utilgrp?.tags
    expect(tags).toEqual([...Array.from({ length: 9 }, () => []), ['AX-114', 'heat 7731']])
    const open = (await intervals()).at(-1)
    expect((await intervalOf(open?.id ?? 0)).stretch.tags).toEqual([
      { id: order, name: 'AX-114' },
      { id: heat, name: 'heat 7731' },
    ])
  })
})
