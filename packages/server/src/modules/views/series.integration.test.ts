import { randomUUID } from 'node:crypto'
import { createDevice, updateDevice } from '@millwatch/contract/http/devices'
import { statusOfEquipment } from '@millwatch/contract/http/reports-status'
import { startRun } from '@millwatch/contract/http/runs'
import { createTag } from '@millwatch/contract/http/runs-tags'
import { annotateStop } from '@millwatch/contract/http/stops'
import { createReason } from '@millwatch/contract/http/stops-reasons'
import { dataOfEquipment, rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { allInOne } from '@millwatch/contract/http/telemetry-series'
import { getEquipment } from '@millwatch/contract/http/tree'
import { utilizationOfEquipment } from '@millwatch/contract/http/utilization'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const start = Date.parse('2026-06-10T00:00:00Z')
const clock = manualClock(start + 10 * HOUR_MS)
const iso = (ms: number) => new Date(ms).toISOString()
const period = { startDate: iso(start), endDate: iso(start + 10 * HOUR_MS) }

/**
 * Sends 3,000 cycles of 10 s, every hundredth a startup cycle, and a reading each minute. The scale of the analog input
 * changes at 04:00.
 */
const startup = (i: number) => i % 100 === 99
const sentCycles = Array.from({ length: 3000 }, (_, i) => ({
  t: start + (i + 1) * 10 * SECOND_MS,
  type: 'cycle',
  cycle_time: startup(i) ? 700 : 8 + (i % 17) / 10,
  temperature_1: 40 + (i % 23) / 10,
  analog_in_1: i % 50,
}))

const { t, company: acme, root, token: admin } = await appWithCompany({ clock })
const user = await t.signIn(acme.emailOf('user'))
const press = await machineWithDevice(t, admin, root, 'press')
beforeAll(async () => {
  const readings = Array.from({ length: 500 }, (_, i) => ({
    t: start + i * MINUTE_MS + 30 * SECOND_MS,
    type: 'tlm',
    temperature_1: 90 - (i % 7),
  }))
  await press.send(sentCycles.slice(0, 1500))
  await press.send(sentCycles.slice(1500))
  await press.send(readings)
  await t.ask(updateDevice, {
    token: admin,
    params: { id: press.deviceId },
    body: { analog_in_1_config: { unit: 'bar', scale: 2, offset: 1 }, from: iso(start + 4 * HOUR_MS) },
  })
})

type RawRow = [number, number | null, number | null, number | null, number | null, number[], number]
const raw = async (more: object = {}, id = press.id) =>
  (await t.ask(rawDataOfEquipment, { token: user, params: { id }, query: { ...period, ...more } })).data as RawRow[]
const all = (more: object = {}, id = press.id) =>
  t.ask(allInOne, { token: user, params: { id }, query: { ...period, ...more } })

interface Drawn {
  column: number[]
  count: number[]
  min: number[]
  min_at: number[]
  max: number[]
  max_at: number[]
  mean: number[]
}

/** Computes the expected values by hand from the raw rows: whole milliseconds and seconds. */
function drawnByHand(
  rows: readonly RawRow[],
  field: 1 | 2 | 3 | 4,
  range: { from: number; to: number },
  width: number,
) {
  const columns = new Map<number, { at: number; value: number }[]>()
  for (const row of rows) {
    const at = Math.round(row[0] * 1000)
    const value = row[field]
    if (value === null || at < range.from || at >= range.to) continue
    const column = Number((BigInt(at - range.from) * BigInt(width)) / BigInt(range.to - range.from))
    columns.set(column, [...(columns.get(column) ?? []), { at, value }])
  }
  return [...columns].sort((a, b) => a[0] - b[0])
}

function expectDrawn(got: Drawn | undefined, rows: readonly RawRow[], field: 1 | 2 | 3 | 4, width: number) {
  const range = { from: start, to: start + 10 * HOUR_MS }
  const byHand = drawnByHand(rows, field, range, width)
  expect(got?.column).toEqual(byHand.map(([column]) => column))
  for (const [i, [column, points]] of byHand.entries()) {
    const least = points.reduce((a, b) => (b.value < a.value ? b : a))
    const most = points.reduce((a, b) => (b.value > a.value ? b : a))
    const begins = Math.ceil(range.from + (column * (range.to - range.from)) / width)
    expect([got?.min[i], (got?.min_at[i] ?? 0) + begins]).toEqual([least.value, least.at])
    expect([got?.max[i], (got?.max_at[i] ?? 0) + begins]).toEqual([most.value, most.at])
    expect(got?.count[i]).toBe(points.length)
    const mean = points.reduce((sum, { value }) => sum + value, 0) / points.length
    expect(Math.abs((got?.mean[i] ?? 0) - mean)).toBeLessThanOrEqual(Math.abs(mean) * 1e-6 + 1e-9)
  }
}

describe('what pixels can show', () => {
  test('is of each column the least, the greatest at their own instants, and the mean', async () => {
    const rows = await raw()
    const widths = fc.integer({ min: 1, max: 4096 })
    await fc.assert(
      fc.asyncProperty(widths, async (width) => {
        const { data } = (await all({ width })).result
        expect(data?.drawn).toMatchObject({ from: start, to: start + 10 * HOUR_MS, width })
        expectDrawn(data?.drawn?.cycle_time, rows, 1, width)
        expectDrawn(data?.drawn?.temperature_1, rows, 2, width)
        expectDrawn(data?.drawn?.analog_in_1, rows, 3, width)
        expectDrawn(data?.drawn?.analog_in_1_transformed, rows, 4, width)
      }),
      { numRuns: 8 },
    )
  })

  test('is every point besides, where they are few, each with its mark', async () => {
    const short = { startDate: iso(start), endDate: iso(start + 2 * HOUR_MS) }
    const { data } = (await all({ ...short, width: 100 })).result
    const rows = await raw(short)
    expect(data?.at).toEqual(rows.map((row) => Math.round(row[0] * 1000)))
    expect([data?.cycle_time, data?.temperature_1]).toEqual([rows.map((row) => row[1]), rows.map((row) => row[2])])
    const startups = sentCycles.filter((cycle, i) => startup(i) && cycle.t < start + 2 * HOUR_MS)
    expect(data?.at?.filter((_, i) => data.mark?.[i] === 1)).toEqual(startups.map((cycle) => cycle.t))
    expect((await all({ width: 100 })).result.data?.at).toBeUndefined()
  })

  test('bears the marked cycles of its columns, unless they are left out', async () => {
    const { data } = (await all({ width: 10 })).result
    const marked = data?.drawn?.marked
    // Three startup cycles of 700 s an hour: the first of each column stands for all.
    const startups = sentCycles.filter((_, i) => startup(i))
    const firsts = Array.from({ length: 9 }, (_, i) =>
      startups.filter(({ t }) => Math.floor((t - start) / HOUR_MS) === i),
    )
    expect(marked).toMatchObject({ at: firsts.map(([first]) => first?.t), count: firsts.map(({ length }) => length) })
    expect([new Set(marked?.mark), new Set(marked?.cycle_time)]).toEqual([new Set([1]), new Set([700])])
    const without = (await all({ width: 10, ignoreStartupCycles: true })).result
    expect(without.data?.drawn?.marked.at).toEqual([])
  })

  test('leaves out cycles by their marks, and never what was read with them', async () => {
    const rows = await raw({ ignoreStartupCycles: true })
    expect(rows.filter((row) => row[6] === 1)).toHaveLength(2970)
    const { data } = (await all({ width: 300, ignoreStartupCycles: true })).result
    expectDrawn(data?.drawn?.cycle_time, rows, 1, 300)
    expectDrawn(data?.drawn?.temperature_1, await raw(), 2, 300)
    expect(Math.max(...(data?.drawn?.cycle_time.max ?? []))).toBeLessThan(10)
    expect((await all({ width: 300, ignoreStartupCycles: true })).result.ccgrp?.count.reduce((a, b) => a + b, 0)).toBe(
      3000,
    )
  })

  test('of nothing is nothing', async () => {
    const query = { startDate: iso(start - HOUR_MS), endDate: iso(start), width: 100 }
    const { result } = await t.ask(allInOne, { token: user, params: { id: press.id }, query })
    expect(result.data?.drawn?.cycle_time.column).toEqual([])
    const ahead = { startDate: iso(start + 20 * HOUR_MS), endDate: iso(start + 21 * HOUR_MS), width: 100 }
    const answer = await t.ask(allInOne, { token: user, params: { id: press.id }, query: ahead })
    expect(answer.result).toMatchObject({ utildtl: { id: [] }, utilgrp: { time: [] }, shifts: [] })
  })
})

describe('analog values', () => {
  test('are shown by the configuration in force at each reading', async () => {
    for (const row of await raw()) {
      const expected = row[3] === null ? null : row[0] * 1000 < start + 4 * HOUR_MS ? row[3] : row[3] * 2 + 1
      expect(row[4]).toBe(expected)
    }
    const { equip } = await t.ask(getEquipment, { token: user, params: { id: press.id }, query: {} })
    expect(equip.Devices[0]?.analog_in_1_config).toEqual({ unit: 'bar', scale: 2, offset: 1 })
    expect(equip.latest_cycle).toMatchObject({
      is_startup: true,
      data: { analog_in_1: 2999 % 50, analog_in_1_transformed: (2999 % 50) * 2 + 1 },
    })
  })
})

describe('averages', () => {
  const spread = (values: number[], singles = values) => {
    const avg = values.reduce((sum, value) => sum + value, 0) / values.length
    const mean = singles.reduce((sum, value) => sum + value, 0) / singles.length
    const variance = singles.reduce((sum, value) => sum + (value - mean) ** 2, 0) / singles.length
    return {
      avg: expect.closeTo(avg, 8),
      std_dev: singles.length === 0 ? null : expect.closeTo(Math.sqrt(variance), 6),
      count: values.length,
      measured: singles.length,
    }
  }
  const ask = (more: object = {}, id = press.id) =>
    t.ask(dataOfEquipment, { token: user, params: { id }, query: { ...period, ...more } })

  test('are over every value of the period, with their deviations', async () => {
    const rows = await raw()
    const spreadOf = (field: 1 | 2 | 4) => spread(rows.flatMap((row) => row[field] ?? []))
    expect(await ask()).toMatchObject({ cycle_time_avg: spreadOf(1), temp_avg: spreadOf(2), analog_avg: spreadOf(4) })
    const kept = sentCycles.filter((_, i) => !startup(i)).map((cycle) => cycle.cycle_time)
    expect((await ask({ ignoreStartupCycles: true })).cycle_time_avg).toEqual(spread(kept))
    expect((await all({ width: 10, ignoreStartupCycles: true })).result.data?.cycle_time_avg).toEqual(spread(kept))
  })

  test('weigh a cycle by its count, deviate by the cycles that came one by one, and take the time between cycles without a cycle time', async () => {
    const pulse = await machineWithDevice(t, admin, root, 'pulse')
    const cycle = (at: number, more: object = {}) => ({ t: start + at, type: 'cycle', ...more })
    await pulse.send([cycle(0), cycle(10_000), cycle(40_000, { count: 3 }), cycle(60_000, { cycle_time: 5, count: 2 })])
    const answer = await ask({}, pulse.id)
    expect(answer.cycle_time_avg).toEqual(spread([10, 10, 10, 10, 5, 5], [10]))
    const batch = await machineWithDevice(t, admin, root, 'batch')
    await batch.send([cycle(0, { cycle_time: 4, count: 8 }), cycle(40_000, { cycle_time: 6, count: 8 })])
    expect(await ask({}, batch.id)).toMatchObject({ cycle_time_avg: { avg: 5, std_dev: null, count: 16, measured: 0 } })
    expect(answer.cycles).toEqual({
      at: [0, 10_000, 40_000, 60_000].map((at) => start + at),
      cycle_time: [null, null, null, 5],
      count: [1, 1, 3, 2],
    })
    expect(answer).toMatchObject({ temp_avg: null, analog_avg: null, equipment_id: pulse.id, paginated: false })
    const query = { ...period, ids: String(pulse.id), interval: 604_800 as const }
    const [whole] = (await t.ask(utilizationOfEquipment, { token: user, query })).equipment
    const { equip } = await t.ask(getEquipment, { token: user, params: { id: pulse.id }, query: period })
    const mean = expect.closeTo(50 / 6, 9)
    expect(whole).toMatchObject({ cycle_time_avg: mean, buckets: { cycle_time_avg: [mean] } })
    expect(equip.figures).toMatchObject({ cycle_time_avg: mean })
  })
})

test('columns are the same whichever devices sent the events, and hold counts of any size', async () => {
  const at = start + 9 * HOUR_MS
  const cycles = [1, 524_287, 524_288, 1_000_000].map((count, i) => ({
    t: at + i * MINUTE_MS,
    type: 'cycle',
    cycle_time: 2 + i,
    count,
    analog_in_1: i,
  }))
  const reading = { t: at + 10 * MINUTE_MS, type: 'tlm', temperature_1: -3.25 }
  const counter = await machineWithDevice(t, admin, root, 'counter')
  await counter.send([...cycles, reading])
  const query = { startDate: iso(at), endDate: iso(at + HOUR_MS), width: 60 }
  const drawnOf = async () => (await t.ask(allInOne, { token: user, params: { id: counter.id }, query })).result.data
  const alone = await drawnOf()
  expect(alone?.drawn?.cycle_time).toMatchObject({ column: [0, 1, 2, 3], count: cycles.map(({ count }) => count) })
  expect(alone?.drawn?.cycle_time.mean).toEqual([2, 3, 4, 5])
  expect(alone?.drawn?.temperature_1).toMatchObject({ column: [10], min: [-3.25], min_at: [0] })
  expect(alone?.cycle_time_avg?.count).toBe(cycles.reduce((sum, { count }) => sum + count, 0))
  const second = { deviceUUID: randomUUID(), equipId: counter.id, primary: false, active: true }
  await t.ask(createDevice, { token: admin, body: second })
  expect(await drawnOf()).toEqual(alone)
})

describe('all in one', () => {
  test('has its six parts', async () => {
    const { result, paginated, pageStart } = await all({ interval: 3600 })
    expect({ paginated, pageStart }).toEqual({ paginated: false, pageStart: null })
    expect(Object.keys(result).sort()).toEqual(['ccgrp', 'commdtl', 'data', 'figures', 'shifts', 'utildtl', 'utilgrp'])
    expect(result.utilgrp).toMatchObject({ interval: 3600, tz: 'UTC' })
    expect(result.utilgrp?.time).toEqual(Array.from({ length: 10 }, (_, i) => start / 1000 + i * 3600))
    expect(result.ccgrp?.time).toEqual(result.utilgrp?.time)
    expect(result.ccgrp?.count.reduce((a, b) => a + b, 0)).toBe(3000)
    expect(result.shifts).toEqual([[start / 1000, start / 1000 + 86_400, 0, expect.any(Number), press.id]])
    expect(result.data?.at).toHaveLength(3500)
    expect(result.utildtl?.started_at[0]).toBe(start / 1000 - 8 + 10)
    expect(result.utildtl?.ended_at.at(-1)).toBeNull()
    expect(result.commdtl?.started_at.length).toBe(result.commdtl?.ended_at.length)
  })

  test('says what people wrote on a stop', async () => {
    const stopped = await machineWithDevice(t, admin, root, 'stopped')
    const cycle = (at: number) => ({ t: start + at, type: 'cycle', cycle_time: 5 })
    await stopped.send([cycle(MINUTE_MS), { t: start + 5 * MINUTE_MS, type: 'ping' }, cycle(9 * MINUTE_MS)])
    const query = { startDate: iso(start), endDate: iso(start + HOUR_MS) }
    const { reason } = await t.ask(createReason, { token: admin, body: { reason: 'Tool broke', orgUnitIds: [] } })
    const log = await t.ask(statusOfEquipment, { token: user, params: { id: stopped.id }, query })
    const params = { id: log.data.find((interval) => interval.status_id === 2)?.id ?? 0 }
    await t.ask(annotateStop, { token: user, params, body: { status_reason_id: reason.id } })
    await t.ask(annotateStop, { token: user, params, body: { notes: 'again' } })
    const { utildtl } = (await all({ ...query, width: 10 }, stopped.id)).result
    const i = utildtl?.id.indexOf(params.id) ?? -1
    expect([utildtl?.status_reason[i], utildtl?.notes[i]]).toEqual(['Tool broke', 'again'])
    const { util_detail } = await t.ask(dataOfEquipment, { token: user, params: { id: stopped.id }, query })
    expect(util_detail?.find((interval) => interval.id === params.id)).toMatchObject({
      status_reason_id: reason.id,
      status_reason: 'Tool broke',
      notes: 'again',
    })
  })

  test('is of the machine that is asked about, and refuses pages outside the period', async () => {
    const pageStart = iso(start - 1)
    const query = new URLSearchParams({ ...period, pageStart })
    expect((await t.call('GET', `/v0/e/${press.id}/aiopaged?${query}`, { token: user })).status).toBe(400)
    expect((await t.call('GET', `/v0/e/99999999/aiopaged?${query}`, { token: user })).status).toBe(404)
  })
})

test('raw rows bear the tags of the run they belong to, its end included and its start not', async () => {
  const tagged = await machineWithDevice(t, admin, root, 'tagged')
  const at = start + 9 * HOUR_MS
  await tagged.send([{ t: at - MINUTE_MS, type: 'cycle', cycle_time: 5 }])
  const { tag } = await t.ask(createTag, { token: admin, body: { name: 'Order 7' } })
  const body = { equipId: tagged.id, tags: [tag.id], cyclesTotal: 2, partsPerCycle: 1, startedAt: iso(at) }
  await t.ask(startRun, { token: user, body })
  const cycles = [0, 10, 20, 30].map((after) => ({ t: at + after * SECOND_MS, type: 'cycle', cycle_time: 5 }))
  await tagged.send(cycles)
  expect((await raw({}, tagged.id)).map((row) => row[5])).toEqual([[], [], [tag.id], [tag.id], []])
})

describe('pages', () => {
  const PAGE = 10_000
  const points = (from: number, many: number, stepMs: number, temperature: number) =>
    Array.from({ length: many }, (_, i) => ({
      t: from + Math.floor(i / 3) * stepMs,
      type: 'tlm',
      temperature_1: temperature + i,
    }))

  test('together are the whole, none lost and none twice, also while data comes in between', async () => {
    const long = await machineWithDevice(t, admin, root, 'long')
    const there = points(start, 24_000, SECOND_MS, 0)
    for (let i = 0; i < there.length; i += 2400)
      await long.send(there.slice(i, i + 2400), `b${String(i).padStart(6, '0')}`)
    const seen: number[] = []
    const pages: number[] = []
    let pageStart: string | null = null
    do {
      const answer = await all(pageStart === null ? {} : { pageStart }, long.id)
      const { data } = answer.result
      seen.push(...(data?.temperature_1 ?? []).flatMap((value) => value ?? []))
      pages.push(data?.at?.length ?? 0)
      expect('utilgrp' in answer.result).toBe(pageStart === null)
      expect(answer.paginated).toBe(answer.pageStart !== null)
      pageStart = answer.pageStart
      // Before, at and behind where the next page begins.
      const at = pageStart === null ? start : Date.parse(pageStart)
      await long.send(
        [at - 2 * SECOND_MS, at, at + 3 * SECOND_MS].map((t) => ({
          t,
          type: 'tlm',
          temperature_1: 1e6 + pages.length,
        })),
        `late ${pages.length}`,
      )
    } while (pageStart !== null)
    expect(pages.length).toBe(3)
    expect(pages.every((size) => size <= PAGE + 2)).toBe(true)
    expect(seen.filter((value) => value < 1e6)).toEqual(there.map((cycle) => cycle.temperature_1))
    // Readings that arrived later, after the start of a page, are on that page, each once.
    expect(seen.filter((value) => value >= 1e6)).toEqual([1e6 + 1, 1e6 + 1, 1e6 + 2, 1e6 + 2])

    const whole = await raw({}, long.id)
    const again: unknown[] = []
    for (let next: string | null = iso(start); next !== null; ) {
      const { result, pageStart: after } = await all({ pageStart: next }, long.id)
      again.push(...(result.data?.temperature_1 ?? []))
      next = after
    }
    expect(again).toEqual(whole.map((row) => row[2]))
  })
})

test('A period of centuries costs no more than what was said in it, and one of too many buckets is refused at once', async () => {
  const long = { startDate: '0001-01-01T00:00:00Z', endDate: '2026-11-21T00:00:00Z' }
  const began = performance.now()
  const params = { id: press.id }
  const data = await t.call('GET', `/v0/e/${params.id}/data?${new URLSearchParams(long)}`, { token: admin })
  expect(data.status).toBe(200)
  const drawn = await t.call('GET', `/v0/e/${params.id}/aiopaged?width=100&${new URLSearchParams(long)}`, {
    token: admin,
  })
  expect([drawn.status, drawn.text]).toEqual([400, expect.stringContaining('more than 5,000 pieces')])
  // 2,000 years are 105,000 weeks: one question each would take much longer than this, on any machine.
  expect(performance.now() - began).toBeLessThan(20_000)
  const strange = await t.call('GET', `/v0/e/${params.id}/data?tz=Nowhere/X&${new URLSearchParams(long)}`, {
    token: admin,
  })
  expect([strange.status, strange.text]).toEqual([400, expect.stringContaining('querystring/tz')])
})
