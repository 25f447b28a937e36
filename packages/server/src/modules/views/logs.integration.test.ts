import { randomUUID } from 'node:crypto'
import { createDevice } from '@millwatch/contract/http/devices'
import { statusOfEquipment, statusOfOrgUnit } from '@millwatch/contract/http/reports-status'
import { rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { describe, expect, test } from 'vitest'
import { iso, pressAndMill, start } from './views.testing.ts'

const { t, root, admin, user, press, mill } = await pressAndMill()

describe('the status log', () => {
  const log = async (from: number, to: number) => {
    const query = { startDate: iso(from), endDate: iso(to) }
    return (await t.ask(statusOfEquipment, { token: user, params: { id: press.id }, query })).data
  }

  test('holds the intervals that touch the period, whole, the last one open', async () => {
    const all = await log(start - HOUR_MS, start + 24 * HOUR_MS)
    const none = { status_reason_id: null, status_reason: null, notes: null, xsf_report_ignored: false }
    const rest = { ...none, id: expect.any(Number) }
    expect(all).toEqual([
      { ...rest, status_id: 1, started_at: iso(start), ended_at: iso(start + 10 * MINUTE_MS), duration_s: 600 },
      {
        ...rest,
        status_id: 2,
        started_at: iso(start + 10 * MINUTE_MS),
        ended_at: iso(start + 20 * MINUTE_MS),
        duration_s: 600,
      },
      { ...rest, status_id: 3, started_at: iso(start + 20 * MINUTE_MS), ended_at: null, duration_s: 900 },
    ])
    expect(await log(start + 10 * MINUTE_MS, start + 20 * MINUTE_MS)).toEqual([all[1]])
    expect(await log(start + 10 * MINUTE_MS - 1, start + 20 * MINUTE_MS + 1)).toEqual(all)
    expect(await log(start - HOUR_MS, start)).toEqual([])
    expect(await log(start + 40 * MINUTE_MS, start + HOUR_MS)).toEqual([])
  })

  test('of a unit holds all its machines at once', async () => {
    const query = { startDate: iso(start), endDate: iso(start + HOUR_MS) }
    const { equipment } = await t.ask(statusOfOrgUnit, { token: user, params: { id: root }, query })
    const pressed = equipment.find((machine) => machine.id === press.id)
    const at = start / 1000
    expect(pressed?.data).toEqual([
      [1, at, at + 600],
      [2, at + 600, at + 1200],
      [3, at + 1200, null],
    ])
    expect(equipment.some((machine) => machine.id === mill.id)).toBe(true)
  })
})

describe('the raw data', () => {
  const raw = async (id: number, from: number, to: number) =>
    (
      await t.ask(rawDataOfEquipment, {
        token: user,
        params: { id },
        query: { startDate: iso(from), endDate: iso(to) },
      })
    ).data

  test('hold every cycle and reading of the period in order', async () => {
    const rows = await raw(press.id, start, start + HOUR_MS)
    expect(rows).toHaveLength(11)
    expect(rows[0]).toEqual([start / 1000 + 60, 60, 40, 0, 0, [], 1])
    expect(rows[10]).toEqual([start / 1000 + 1200, null, 21.5, null, null, [], 2])
    expect(await raw(press.id, start + MINUTE_MS, start + 2 * MINUTE_MS)).toEqual([rows[0]])
    expect(await raw(press.id, start - HOUR_MS, start)).toEqual([])
  })

  test('of one instant stand in the order of events: shorter batch first, then its name, then the position', async () => {
    const many = await machineWithDevice(t, admin, root, 'many')
    const cycle = (temperature_1: number) => ({ t: start, type: 'cycle', cycle_time: 1, temperature_1 })
    await many.send([cycle(4), cycle(5)], 'b10')
    await many.send([cycle(2), cycle(3)], 'b9')
    await many.send([cycle(1)], 'b1')
    expect((await raw(many.id, start, start + 1)).map((row) => row[2])).toEqual([1, 2, 3, 4, 5])
  })

  test('are complete however many, page by page, with many at one instant', async () => {
    const long = await machineWithDevice(t, admin, root, 'long')
    const total = 23_000
    const from = start - 40 * HOUR_MS
    // Three at each instant, so that pages would part them.
    const events = Array.from({ length: total }, (_, i) => ({
      t: from + Math.floor(i / 3) * 5000,
      type: 'tlm',
      temperature_1: i,
    }))
    for (let i = 0; i < total; i += 2500) await long.send(events.slice(i, i + 2500), `b${String(i).padStart(6, '0')}`)
    const rows = await raw(long.id, from, start + HOUR_MS)
    expect(rows).toHaveLength(total)
    expect(rows.every((row, i) => row[2] === i)).toBe(true)
  })

  test('hold readings of all devices, with the cycles of others as readings, and cycles of the primary one', async () => {
    const both = await machineWithDevice(t, admin, root, 'both')
    const body = { deviceUUID: randomUUID(), equipId: both.id, primary: false, active: true }
    const other = await t.ask(createDevice, { token: admin, body })
    const headers = { authorization: `Device ${body.deviceUUID}:${other.device_key}` }
    const events = [
      { t: start, type: 'cycle', cycle_time: 1, temperature_1: 1 },
      { t: start + 1, type: 'tlm', temperature_1: 2 },
    ]
    await t.call('POST', '/v0/ingest', { headers, body: { batch_id: 'o', sent_at: 1, events } })
    await both.send([{ t: start + 2, type: 'cycle', cycle_time: 1, temperature_1: 3 }])
    expect((await raw(both.id, start, start + HOUR_MS)).map((row) => [row[2], row[6]])).toEqual([
      [1, 2],
      [2, 2],
      [3, 1],
    ])
  })
})
