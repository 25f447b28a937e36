import { DAY_MS, MINUTE_MS } from '@millwatch/domain/time'
import { FlowBench, type TestDevice } from '@millwatch/lab/app/flow'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

const NOW = Date.UTC(2027, 5, 22, 9)
/** Partitions of 36 months before the current one, of the current one and three ahead, and one for all older events. */
const MOST_PARTITIONS = 36 + 1 + 3 + 1

const bench = await FlowBench.open(NOW)
afterAll(() => bench.close())
let machine: number
let device: TestDevice

beforeEach(async () => {
  bench.clock.set(NOW)
  machine = await bench.machine()
  device = await added(machine)
})

/** Returns a device that was added now. */
async function added(equipmentId: number, from = NOW): Promise<TestDevice> {
  const made = await bench.device(equipmentId, { from })
  await bench.query('update device set created_at = $2 where device_id = $1', [made.deviceId, NOW])
  return made
}

const cycle = (t: number) => ({ t, type: 'cycle', cycle_time: 10 })
const months = (year: number, count: number) => Array.from({ length: count }, (_, i) => cycle(Date.UTC(year, i, 15)))
const goLive = () => bench.send(device, { batch_id: 'live', events: [cycle(NOW - MINUTE_MS)] })
const held = (sender = device) =>
  bench.query<{ reason: string; n: number }>(
    'select reason, count(*)::int as n from quarantine where device_id = $1 group by 1 order by 1',
    [sender.deviceId],
  )
const account = async () =>
  (
    await bench.query<Record<string, number>>(
      'select received::int, accepted::int, duplicates::int, quarantined::int from device_tally where device_id = $1',
      [device.deviceId],
    )
  )[0]
const partitions = async (table = 'event') =>
  (
    await bench.query<{ name: string }>(
      `select c.relname as name from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = $1::regclass order by 1`,
      [table],
    )
  ).map(({ name }) => name)
const begin = async (equipmentId = machine) => (await bench.intervals(equipmentId))[0]?.startedAt

describe('the clock of a device that has been live falls back', () => {
  test('to 2000, with 312 months in one message: all wait in quarantine, and no partition is made', async () => {
    await goLive()
    const before = await partitions()
    const receipt = await bench.send(device, { batch_id: 'a', events: months(2000, 312) })
    expect(receipt).toEqual({ accepted: 0, duplicates: 0, quarantined: 312 })
    expect(await held()).toEqual([{ reason: 'clock_reset', n: 312 }])
    expect(await partitions()).toEqual(before)
    expect(await begin()).toBe(NOW - MINUTE_MS - 10_000)
    expect(await account()).toEqual({ received: 313, accepted: 1, duplicates: 0, quarantined: 312 })
    const [row] = await bench.query(
      'select raw, occurred_at::float8, release_at from quarantine where device_id = $1 order by position limit 1',
      [device.deviceId],
    )
    const raw = JSON.stringify(cycle(Date.UTC(2000, 0, 15)))
    expect(row).toEqual({ raw, occurred_at: Date.UTC(2000, 0, 15), release_at: null })
  })

  test('to 1970: the clock is not set, as before', async () => {
    await goLive()
    await bench.send(device, { batch_id: 'a', events: [cycle(5000)] })
    expect(await held()).toEqual([{ reason: 'clock_not_set', n: 1 }])
  })

  test('by two years: held where the device was added since', async () => {
    await goLive()
    await bench.send(device, { batch_id: 'a', events: [cycle(NOW - 730 * DAY_MS), cycle(NOW - 399 * DAY_MS)] })
    expect(await held()).toEqual([{ reason: 'clock_reset', n: 1 }])
    expect(await begin()).toBe(NOW - 399 * DAY_MS - 10_000)
  })

  test('and is right again: live events count as before, and sending the same again changes nothing', async () => {
    await goLive()
    const batch = { batch_id: 'a', events: [cycle(Date.UTC(2000, 0, 1)), cycle(NOW)] }
    expect(await bench.send(device, batch)).toEqual({ accepted: 1, duplicates: 0, quarantined: 1 })
    expect(await bench.send(device, batch)).toEqual({ accepted: 0, duplicates: 2, quarantined: 0 })
    bench.clock.set(NOW + MINUTE_MS)
    expect(await bench.send(device, { batch_id: 'b', events: [cycle(NOW + MINUTE_MS)] })).toMatchObject({ accepted: 1 })
    expect(await account()).toEqual({ received: 6, accepted: 3, duplicates: 2, quarantined: 1 })
    const intervals = await bench.intervals(machine)
    expect(intervals.map(({ status }) => status)).toEqual([1])
    expect(intervals[0]?.startedAt).toBe(NOW - MINUTE_MS - 10_000)
  })

  test('in a message that begins live: what stands behind the live event is held, what stands before it is not', async () => {
    const old = (days: number) => cycle(NOW - days * DAY_MS)
    const receipt = await bench.send(device, { batch_id: 'a', events: [old(1000), cycle(NOW), old(1001)] })
    expect(receipt).toMatchObject({ accepted: 2, quarantined: 1 })
    const rows = await bench.query('select position, reason from quarantine where device_id = $1', [device.deviceId])
    expect(rows).toEqual([{ position: 2, reason: 'clock_reset' }])
  })

  test('and another server holds it too, from the commit on that made the device live', async () => {
    const other = bench.anotherServer()
    await bench.send(device, { batch_id: 'early', events: [cycle(NOW - 2 * DAY_MS)] }, other)
    await goLive()
    await bench.send(device, { batch_id: 'a', events: [cycle(Date.UTC(2001, 0, 1))] }, other)
    expect(await held()).toEqual([{ reason: 'clock_reset', n: 1 }])
    await other.stop()
  })

  test('which a ping shows by the time since which it vouches', async () => {
    await goLive()
    await bench.send(device, { batch_id: 'a', events: [{ t: NOW, type: 'ping', since: Date.UTC(2000, 0, 1) }] })
    expect(await held()).toEqual([{ reason: 'clock_reset', n: 1 }])
  })

  test('and its account says since when, from the first such message on', async () => {
    await goLive()
    for (const [i, id] of ['a', 'b'].entries()) {
      bench.clock.set(NOW + i * MINUTE_MS)
      await bench.send(device, { batch_id: id, events: [cycle(Date.UTC(2000, 0, 1))] })
    }
    const [row] = await bench.query(
      'select live_at::float8, clock_reset_at::float8 from device_tally where device_id = $1',
      [device.deviceId],
    )
    expect(row).toEqual({ live_at: NOW, clock_reset_at: NOW })
  })
})

test('what is released and cannot be read any more waits again for a person, and the account holds', async () => {
  await goLive()
  await bench.send(device, { batch_id: 'a', events: [cycle(Date.UTC(2000, 0, 1)), cycle(Date.UTC(2000, 0, 2))] })
  await bench.query(
    `update quarantine set release_at = $2, raw = case position when 0 then '{"t":9466' else raw end where device_id = $1`,
    [device.deviceId, NOW],
  )
  bench.flow.start()
  await expect.poll(async () => (await account())?.accepted).toBe(2)
  await bench.flow.stop()
  expect(await account()).toMatchObject({ received: 3, accepted: 2, quarantined: 1 })
  const rows = await bench.query(
    'select position, release_at from quarantine where device_id = $1 and released_at is null',
    [device.deviceId],
  )
  expect(rows).toEqual([{ position: 0, release_at: null }])
})

describe('history is taken', () => {
  test('of a device that was never live, five years at once, in a bounded number of partitions', async () => {
    const events = Array.from({ length: 5 * 365 }, (_, i) => cycle(NOW - (5 * 365 - i) * DAY_MS))
    expect(await bench.send(device, { batch_id: 'a', events })).toMatchObject({ accepted: events.length })
    expect(await begin()).toBe(NOW - 5 * 365 * DAY_MS - 10_000)
    await bench.flow.rollUp()
    for (const table of ['event', 'rollup_quarter'])
      expect((await partitions(table)).length).toBeLessThanOrEqual(MOST_PARTITIONS)
    expect(
      await bench.query('select count(*)::int as n from event_old where device_id = $1', [device.deviceId]),
    ).toEqual([{ n: events.filter(({ t }) => t < Date.UTC(2024, 5)).length }])
  })

  test('of 26 years as well: one partition holds all that is older than 36 months', async () => {
    const events = months(2000, 312)
    expect(await bench.send(device, { batch_id: 'a', events })).toMatchObject({ accepted: 312 })
    const names = await partitions()
    expect(names.length).toBeLessThanOrEqual(MOST_PARTITIONS)
    expect(names.filter((name) => name.startsWith('event_old'))).toEqual(['event_old'])
  })

  test('of a live device whose assignment was dated back, and not before that', async () => {
    const from = Date.UTC(2021, 0, 1)
    const dated = await added(await bench.machine(), from)
    await bench.send(dated, { batch_id: 'live', events: [cycle(NOW)] })
    const receipt = await bench.send(dated, {
      batch_id: 'a',
      events: [cycle(from + DAY_MS), cycle(from), cycle(from - 1)],
    })
    expect(receipt).toMatchObject({ accepted: 2, quarantined: 1 })
  })

  test('of a live device up to exactly 400 days before it was added', async () => {
    await goLive()
    const receipt = await bench.send(device, {
      batch_id: 'a',
      events: [cycle(NOW - 400 * DAY_MS), cycle(NOW - 400 * DAY_MS - 1)],
    })
    expect(receipt).toMatchObject({ accepted: 1, quarantined: 1 })
  })

  test('of a device whose newest event is more than 24 hours old when it arrives', async () => {
    await bench.send(device, { batch_id: 'a', events: [cycle(NOW - DAY_MS - 1)] })
    const old = [cycle(Date.UTC(2002, 0, 1))]
    expect(await bench.send(device, { batch_id: 'b', events: old })).toMatchObject({ accepted: 1 })
    await bench.send(device, { batch_id: 'c', events: [cycle(NOW - DAY_MS)] })
    expect(await bench.send(device, { batch_id: 'd', events: old })).toMatchObject({ quarantined: 1 })
  })
})

describe('partitions', () => {
  test('two servers need the same at once: it is made once', async () => {
    const fresh = await FlowBench.open(NOW)
    const [first, second] = [fresh.flow, fresh.anotherServer()]
    const stand = async () => fresh.device(await fresh.machine())
    const devices = await Promise.all([stand(), stand(), stand(), stand()])
    const events = [cycle(Date.UTC(2004, 3, 1)), cycle(Date.UTC(2012, 3, 1)), cycle(NOW)]
    const receipts = await Promise.all(
      devices.map((testDevice, i) => fresh.send(testDevice, { batch_id: 'a', events }, i % 2 === 0 ? first : second)),
    )
    expect(receipts.map(({ accepted }) => accepted)).toEqual([3, 3, 3, 3])
    const names = await fresh.query(
      `select c.relname as name from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'event'::regclass order by 1`,
    )
    expect(names).toEqual([{ name: 'event_2027_06' }, { name: 'event_old' }])
    await second.stop()
    await fresh.close()
  })

  test('the older one ends where the months of an installation begin', async () => {
    const fresh = await FlowBench.open(NOW)
    const month = [Date.UTC(2018, 4), Date.UTC(2018, 5)]
    await fresh.query('select ensure_event_partition($1, $2, $3)', ['event_2018_05', ...month])
    const testDevice = await fresh.device(await fresh.machine())
    const events = [2001, 2018, 2020, 2022].map((year) => cycle(Date.UTC(year, 4, 15)))
    expect(await fresh.send(testDevice, { batch_id: 'a', events })).toMatchObject({ accepted: 4 })
    const rows = await fresh.query<{ name: string; rows: number }>(
      `select tableoid::regclass::text as name, count(*)::int as rows from event where true group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { name: 'event_2018_05', rows: 1 },
      { name: 'event_old', rows: 1 },
      { name: 'event_old_2018_06', rows: 2 },
    ])
    await fresh.close()
  })
})
