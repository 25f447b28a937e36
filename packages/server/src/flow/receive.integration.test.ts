import { MINUTE_MS } from '@millwatch/domain/time'
import { FlowBench, type TestDevice } from '@millwatch/lab/app/flow'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { releaseEvent } from '../modules/ingest/release-event.ts'
import { AppError } from '../platform/errors.ts'
import { machinesChanged } from './changed.ts'

const NOW = 1_790_000_000_000
const bench = await FlowBench.open(NOW)
afterAll(() => bench.close())
let machine: number
let device: TestDevice

beforeEach(async () => {
  bench.clock.set(NOW)
  machine = await bench.machine()
  device = await bench.device(machine)
})

const cycle = (t: number, cycle_time = 10) => ({ t, type: 'cycle', cycle_time })
const tally = async (sender = device) =>
  (
    await bench.query<Record<string, unknown>>(
      'select received::int, accepted::int, duplicates::int, quarantined::int, clock_skewed_at::float8 from device_tally where device_id = $1',
      [sender.deviceId],
    )
  )[0]
const code = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

describe('What a device sends', () => {
  test('A batch with one bad event: the rest stands, the bad one waits with its text', async () => {
    const receipt = await bench.send(device, {
      batch_id: 'a',
      events: [cycle(NOW), { t: NOW, type: 'cycle', count: -2 }, cycle(NOW)],
    })
    expect(receipt).toEqual({ accepted: 2, duplicates: 0, quarantined: 1 })
    expect(
      await bench.query('select position, reason, raw from quarantine where device_id = $1', [device.deviceId]),
    ).toEqual([{ position: 1, reason: 'unreadable', raw: `{"t":${NOW},"type":"cycle","count":-2}` }])
  })

  test('An impact is stored with its force, shows that the device is alive, and is no reading', async () => {
    await bench.send(device, { batch_id: 'a', events: [cycle(NOW)] })
    bench.clock.set(NOW + 12 * MINUTE_MS)
    const events = [{ t: NOW + 6 * MINUTE_MS, type: 'impact', force: 7.25 }]
    expect(await bench.send(device, { batch_id: 'b', events })).toEqual({ accepted: 1, duplicates: 0, quarantined: 0 })
    expect(await bench.send(device, { batch_id: 'b', events })).toEqual({ accepted: 0, duplicates: 1, quarantined: 0 })
    const offline = (await bench.intervals(machine)).find(({ status }) => status === 3)
    expect(offline).toBeUndefined()
    expect(
      await bench.query(
        'select kind, analog_in_1::float8 as force, number from event where equipment_id = $1 and kind = 7',
        [machine],
      ),
    ).toEqual([{ kind: 7, force: 7.25, number: null }])
    const [state] = await bench.query<{ latest: string }>('select latest from machine_state where equipment_id = $1', [
      machine,
    ])
    expect(JSON.parse(state?.latest ?? '').reading).toBeNull()
  })

  test('An impact that arrives late closes a silence as any evidence does', async () => {
    await bench.send(device, { batch_id: 'a', events: [cycle(NOW)] })
    bench.clock.set(NOW + 14 * MINUTE_MS)
    await bench.send(device, { batch_id: 'c', events: [{ t: NOW + 14 * MINUTE_MS, type: 'ping' }] })
    const isOffline = async () => (await bench.intervals(machine)).some(({ status }) => status === 3)
    expect(await isOffline()).toBe(true)
    await bench.send(device, { batch_id: 'b', events: [{ t: NOW + 7 * MINUTE_MS, type: 'impact', force: 0 }] })
    expect(await isOffline()).toBe(false)
  })

  test('An impact whose force is no number of at least 0 waits in quarantine; the rest of its message counts', async () => {
    const bad = [-1, '3', null, true, [], {}].map((force) => ({ t: NOW, type: 'impact', force }))
    const events = [cycle(NOW), ...bad, { t: NOW, type: 'impact' }]
    expect(await bench.send(device, { batch_id: 'a', events })).toEqual({ accepted: 1, duplicates: 0, quarantined: 7 })
  })

  test('Two cycles in the same millisecond are two cycles', async () => {
    await bench.send(device, { batch_id: 'a', events: [cycle(NOW), cycle(NOW)] })
    expect(
      await bench.query('select sum(number)::int as cycles from event where equipment_id = $1', [machine]),
    ).toEqual([{ cycles: 2 }])
  })

  test('The same batch many times at once, over two servers: stored once, the others are counted', async () => {
    const other = bench.anotherServer()
    const batch = { batch_id: 'same', events: [cycle(NOW - 5), cycle(NOW)] }
    const receipts = await Promise.all(
      Array.from({ length: 10 }, (_, i) => bench.send(device, batch, i % 2 === 0 ? bench.flow : other)),
    )
    expect(receipts.filter(({ accepted }) => accepted === 2)).toHaveLength(1)
    expect(await tally()).toMatchObject({ received: 20, accepted: 2, duplicates: 18, quarantined: 0 })
  })

  test('A batch id used for other content: quarantined whole and once, the first content stays', async () => {
    await bench.send(device, { batch_id: 'a', events: [cycle(NOW)] })
    const other = { batch_id: 'a', events: [cycle(NOW - 1), cycle(NOW)] }
    expect(await bench.send(device, other)).toEqual({ accepted: 0, duplicates: 0, quarantined: 2 })
    expect(await bench.send(device, { sent_at: NOW, ...other })).toEqual({ accepted: 0, duplicates: 2, quarantined: 0 })
    expect(await tally()).toMatchObject({ received: 5, accepted: 1, duplicates: 2, quarantined: 2 })
    const kept = await bench.query('select reason, raw from quarantine where device_id = $1 order by position', [
      device.deviceId,
    ])
    expect(kept).toEqual(other.events.map((event) => ({ reason: 'batch_id_reused', raw: JSON.stringify(event) })))
  })

  test('An admin releases them under a new id: now they count, and the account says so', async () => {
    await bench.send(device, { batch_id: 'a', events: [cycle(NOW - MINUTE_MS)] })
    await bench.send(device, { batch_id: 'a', events: [cycle(NOW)] })
    const [entry] = await bench.query<{ id: string }>(
      'select quarantine_id as id from quarantine where device_id = $1',
      [device.deviceId],
    )
    await bench.inCompany((ctx) => releaseEvent(ctx, Number(entry?.id)))
    bench.flow.start()
    await expect.poll(async () => (await tally())?.accepted).toBe(2)
    await bench.flow.stop()
    expect(await tally()).toMatchObject({ received: 2, accepted: 2, quarantined: 0 })
    expect((await bench.intervals(machine))[0]).toMatchObject({
      status: 1,
      startedAt: NOW - MINUTE_MS - 10_000,
      endedAt: null,
    })
    expect(
      await bench.query('select batch_id from event where device_id = $1 order by occurred_at', [device.deviceId]),
    ).toEqual([{ batch_id: 'a' }, { batch_id: `a released as ${entry?.id}` }])
  })

  test('What cannot be read is not released', async () => {
    await bench.send(device, { batch_id: 'a', events: [{ nonsense: true }] })
    const [entry] = await bench.query<{ id: string }>(
      'select quarantine_id as id from quarantine where device_id = $1',
      [device.deviceId],
    )
    expect(await code(bench.inCompany((ctx) => releaseEvent(ctx, Number(entry?.id))))).toBe('cannot_be_released')
    expect(await code(bench.inCompany((ctx) => releaseEvent(ctx, 999_999)))).toBe('not_found')
  })

  test('An event of a clock that was not set is not released under cover of a reused name', async () => {
    await bench.send(device, { batch_id: 'a', events: [cycle(NOW)] })
    await bench.send(device, { batch_id: 'a', events: [{ t: -8.64e15, type: 'ping' }] })
    const [entry] = await bench.query<{ id: string; reason: string }>(
      'select quarantine_id as id, reason from quarantine where device_id = $1',
      [device.deviceId],
    )
    expect(entry?.reason).toBe('batch_id_reused')
    expect(await code(bench.inCompany((ctx) => releaseEvent(ctx, Number(entry?.id))))).toBe('cannot_be_released')
  })

  test('What is no envelope is refused with the place of the error, and nothing is stored', async () => {
    // Half of a surrogate pair would be stored as another character, and two names could become one.
    const half = `{"batch_id":"\\ud800","events":[{"t":${NOW},"type":"ping"}]}`
    for (const body of [
      '{',
      '[]',
      '{"batch_id":"x"}',
      '{"batch_id":"","events":[]}',
      '{"batch_id":7,"events":[]}',
      half,
    ]) {
      expect(await code(bench.send(device, body))).toBe('invalid_request')
    }
    expect(await tally()).toBeUndefined()
  })

  test('A wrong key, a wrong uuid and an inactive device are refused alike', async () => {
    const batch = { batch_id: 'a', events: [cycle(NOW)] }
    const inactive = await bench.device(await bench.machine())
    await bench.query('update device_directory set active = false where device_uuid = $1', [inactive.uuid])
    for (const wrong of [
      { ...device, key: 'no' },
      { ...device, uuid: machine.toString() },
      { ...device, uuid: '00000000-0000-4000-8000-000000000000' },
      inactive,
    ]) {
      expect(await code(bench.send(wrong, batch))).toBe('device_unauthorized')
    }
  })

  test('Faster than its allowance: refused with the time to come again, and nothing acknowledged is lost', async () => {
    const events = Array.from({ length: 20_000 }, (_, i) => ({ t: NOW - 20_000 + i, type: 'ping' }))
    const sent = [0, 1, 2].map((i) => code(bench.send(device, { batch_id: `many-${i}`, events })))
    const codes = await Promise.all(sent)
    expect(codes.sort()).toEqual(['device_too_fast', 'ok', 'ok'])
    expect(await tally()).toMatchObject({ received: 40_000, accepted: 40_000 })
  })

  test('A device that stands on no machine keeps its events', async () => {
    const loose = await bench.device(null)
    expect(await bench.send(loose, { batch_id: 'a', events: [cycle(NOW)] })).toMatchObject({ accepted: 1 })
    expect(await bench.query('select equipment_id::int from event where device_id = $1', [loose.deviceId])).toEqual([
      { equipment_id: 0 },
    ])
  })
})

describe('Clocks of devices', () => {
  test('Up to 5 minutes ahead: stored at once, counted when now reaches it', async () => {
    await bench.send(device, { batch_id: 'a', events: [cycle(NOW - MINUTE_MS), cycle(NOW + 4 * MINUTE_MS)] })
    await bench.flow.ensureCurrent(bench.companyId, [machine])
    expect((await bench.intervals(machine)).at(-1)).toEqual({
      status: 1,
      startedAt: NOW - MINUTE_MS - 10_000,
      endedAt: null,
    })
    bench.clock.set(NOW + 5 * MINUTE_MS)
    await bench.flow.ensureCurrent(bench.companyId, [machine])
    bench.clock.set(NOW + 10 * MINUTE_MS)
    await bench.flow.ensureCurrent(bench.companyId, [machine])
    // Down since the cycle that came ahead of its time. The last contact of the machine is still within the limit; 1 ms
    // later it is not.
    expect((await bench.intervals(machine)).map(({ startedAt }) => startedAt)).toContain(NOW + 4 * MINUTE_MS)
  })

  test('Further ahead: held, the device is marked, and its event is released when its time has come', async () => {
    await bench.send(device, { batch_id: 'a', events: [cycle(NOW), cycle(NOW + 60 * MINUTE_MS)] })
    expect(await tally()).toMatchObject({ accepted: 1, quarantined: 1, clock_skewed_at: NOW })
    bench.clock.set(NOW + 61 * MINUTE_MS)
    bench.flow.start()
    await expect.poll(async () => (await tally())?.accepted).toBe(2)
    await bench.flow.stop()
    expect(await tally()).toMatchObject({ received: 2, accepted: 2, quarantined: 0 })
    expect((await bench.intervals(machine)).at(-1)).toEqual({
      status: 1,
      startedAt: NOW + 60 * MINUTE_MS - 10_000,
      endedAt: null,
    })
    await bench.send(device, { batch_id: 'b', events: [cycle(NOW + 61 * MINUTE_MS)] })
    expect(await tally()).toMatchObject({ clock_skewed_at: null })
  })

  test('A batch from 2018 is as welcome as one of today', async () => {
    const then = Date.UTC(2018, 3, 1)
    await bench.send(device, { batch_id: 'today', events: [cycle(NOW)] })
    await bench.send(device, { batch_id: 'old', events: [cycle(then), cycle(then + 20_000)] })
    expect((await bench.intervals(machine))[0]).toEqual({ status: 1, startedAt: then - 10_000, endedAt: then + 20_000 })
  })
})

describe('Who speaks for a machine', () => {
  test('A new primary starts anew at its assignment, and late events of the earlier one still find their place', async () => {
    machine = await bench.machine()
    device = await bench.device(machine, { from: NOW - 60 * MINUTE_MS })
    await bench.send(device, {
      batch_id: 'a',
      events: [{ t: NOW - 10 * MINUTE_MS, type: 'status', status: 'running' }],
    })
    const since = NOW - 5 * MINUTE_MS
    const next = await bench.device(null)
    await bench.query('update device_assignment set valid_to = $2 where device_id = $1', [device.deviceId, since])
    await bench.assign(next.deviceId, machine, since, true)
    await bench.inCompany((ctx) => machinesChanged(ctx, [{ equipmentId: machine, from: since, parts: ['primary'] }]))
    await bench.flow.ensureCurrent(bench.companyId, [machine])
    const running = { status: 1, startedAt: NOW - 10 * MINUTE_MS, endedAt: since }
    expect(await bench.intervals(machine)).toEqual([running, { status: 2, startedAt: since, endedAt: null }])
    await bench.send(next, { batch_id: 'n', events: [cycle(NOW - 5 * MINUTE_MS + 2000, 10)] })
    expect(await bench.intervals(machine)).toEqual([{ ...running, endedAt: null }])
    await bench.send(device, { batch_id: 'late', events: [{ t: NOW - 6 * MINUTE_MS, type: 'status', status: 'down' }] })
    expect(await bench.intervals(machine)).toEqual([
      { ...running, endedAt: NOW - 6 * MINUTE_MS },
      { status: 2, startedAt: NOW - 6 * MINUTE_MS, endedAt: since },
      { status: 1, startedAt: since, endedAt: null },
    ])
  })

  test('Another device of the machine adds readings, and nothing to its status', async () => {
    await bench.send(device, { batch_id: 'a', events: [{ t: NOW, type: 'status', status: 'running' }] })
    const second = await bench.device(machine, { primary: false })
    await bench.send(second, {
      batch_id: 's',
      events: [
        { t: NOW + 1, type: 'status', status: 'down' },
        { t: NOW, type: 'tlm', temperature_1: 7 },
      ],
    })
    expect(await bench.intervals(machine)).toEqual([{ status: 1, startedAt: NOW, endedAt: null }])
    const [row] = await bench.query<{ latest: string }>('select latest from machine_state where equipment_id = $1', [
      machine,
    ])
    expect(JSON.parse(row?.latest ?? '')).toMatchObject({ reading: { temperature1: 7 } })
  })
})

test('Time alone changes a status by the clock of the flow, with the instant at which it became true', async () => {
  await bench.send(device, { batch_id: 'a', events: [cycle(NOW)] })
  bench.clock.set(NOW + 11 * MINUTE_MS)
  bench.flow.start()
  await expect.poll(async () => (await bench.intervals(machine)).at(-1)?.status).toBe(3)
  await bench.flow.stop()
  expect(await bench.intervals(machine)).toEqual([
    { status: 1, startedAt: NOW - 10_000, endedAt: NOW },
    { status: 3, startedAt: NOW, endedAt: null },
  ])
})
