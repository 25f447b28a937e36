import type { DeviceEvent } from '@millwatch/contract/devices'
import { MINUTE_MS } from '@millwatch/domain/time'
import { FlowBench, type TestDevice } from '@millwatch/lab/app/flow'
import { afterAll, expect, test } from 'vitest'
import { setHorizon } from './horizon.ts'

const NOW = 1_790_000_000_000
/** Number of cycles; the first half is removed. */
const CYCLES = 260

const bench = await FlowBench.open(NOW, { checkpointEvery: 16, pageEvents: 25 })
afterAll(() => bench.close())

const timeOf = (i: number): number => NOW - (CYCLES - i) * MINUTE_MS
/**
 * Returns a cycle per minute; every seventh is a little longer, and one in fifty is missing for a quarter of an hour.
 */
function cycle(i: number): DeviceEvent {
  return { t: timeOf(i), type: 'cycle', cycle_time: i % 7 === 0 ? 31 : i % 60 === 59 ? 45 : 30 }
}
const all = Array.from({ length: CYCLES }, (_, i) => cycle(i)).filter((_, i) => i % 50 > 14 || i > 240)

/** Returns true for the cycles that arrive late: near the horizon, and long after it. */
const isLate = (i: number): boolean => i === 133 || i === 140 || i === 200
const horizonAt = timeOf(130) + 10_000

test('what crosses a horizon stays whole: late data after it gives what it would have given', async () => {
  const [kept, gone] = await Promise.all([deviceWith(all), deviceWith(all)])
  expect(await bench.inCompany((ctx) => setHorizon(ctx, gone.machine, horizonAt, bench.sizes))).toBe(true)
  await bench.query('delete from event where equipment_id = $1 and occurred_at < $2', [gone.machine, horizonAt])
  await changeBoth([kept, gone])
  expect(await bench.intervals(gone.machine)).toEqual(await bench.intervals(kept.machine))
  expect(await marksAfter(gone.machine)).toEqual(await marksAfter(kept.machine))
  expect((await marksAfter(kept.machine)).some(({ mark }) => mark === 2)).toBe(true)
  const [oldest] = await bench.query<{ at: number }>(
    'select min(at)::float8 as at from checkpoint where equipment_id = $1',
    [gone.machine],
  )
  expect(oldest?.at).toBe(timeOf(130))
})

test('an event before it is set aside with its reason, and its batch is not sunk', async () => {
  const { machine, device } = await deviceWith(all)
  await bench.inCompany((ctx) => setHorizon(ctx, machine, horizonAt, bench.sizes))
  const before = await bench.intervals(machine)
  const events = [
    { t: horizonAt - 1, type: 'ping' },
    { t: horizonAt, type: 'ping' },
    { t: horizonAt + 5, type: 'nothing' },
  ]
  expect(await bench.send(device, { batch_id: 'early', events })).toEqual({
    accepted: 1,
    duplicates: 0,
    quarantined: 2,
  })
  expect(await bench.send(device, { batch_id: 'early', events })).toEqual({
    accepted: 0,
    duplicates: 3,
    quarantined: 0,
  })
  expect(await bench.intervals(machine)).toEqual(before)
  const set = await bench.query<{ reason: string; raw: string }>(
    'select reason, raw from quarantine where device_id = $1 order by position',
    [device.deviceId],
  )
  expect(set).toEqual([
    { reason: 'before_horizon', raw: JSON.stringify(events[0]) },
    { reason: 'unknown_type', raw: JSON.stringify(events[2]) },
  ])
})

test('a ping that vouches for time before it counts from it on', async () => {
  const { machine, device } = await deviceWith(all)
  await bench.inCompany((ctx) => setHorizon(ctx, machine, horizonAt, bench.sizes))
  const before = await bench.intervals(machine)
  await bench.send(device, { batch_id: 'vouches', events: [{ t: NOW, type: 'ping', since: timeOf(0) }] })
  const after = await bench.intervals(machine)
  const until = (list: typeof after) => list.filter(({ endedAt }) => endedAt !== null && endedAt < horizonAt)
  expect(until(after)).toEqual(until(before))
  expect(after.filter(({ status, endedAt }) => status === 3 && (endedAt ?? NOW) > horizonAt)).toEqual([])
  expect(before.filter(({ status, endedAt }) => status === 3 && (endedAt ?? NOW) > horizonAt)).not.toEqual([])
})

test('it only moves on, and only over what has passed', async () => {
  const { machine } = await deviceWith(all)
  const set = (at: number) => bench.inCompany((ctx) => setHorizon(ctx, machine, at, bench.sizes))
  expect(await set(NOW + 1)).toBe(false)
  expect(await set(horizonAt)).toBe(true)
  expect(await set(horizonAt)).toBe(false)
  expect(await set(timeOf(60))).toBe(false)
  expect(await set(timeOf(180))).toBe(true)
})

async function deviceWith(events: readonly DeviceEvent[]): Promise<{ machine: number; device: TestDevice }> {
  const machine = await bench.machine()
  const device = await bench.device(machine)
  await bench.load(device, { batch_id: 'b-1', events: events.filter(({ t }) => !isLate((t - timeOf(0)) / MINUTE_MS)) })
  return { machine, device }
}

/** Sends late cycles and a power-off, and changes `T` as of shortly after the horizon. */
async function changeBoth(machines: readonly { machine: number; device: TestDevice }[]): Promise<void> {
  const late: DeviceEvent[] = [
    ...all.filter(({ t }) => isLate((t - timeOf(0)) / MINUTE_MS)),
    { t: timeOf(170), type: 'power', on: false },
  ]
  for (const { machine, device } of machines) {
    await bench.send(device, { batch_id: 'late', events: late })
    await bench.changeMachine(machine, horizonAt + MINUTE_MS, { maximumCycleMs: 50_000 })
    await bench.flow.ensureCurrent(bench.companyId, [machine])
  }
}

const marksAfter = (machine: number) =>
  bench.query<{ at: number; mark: number }>(
    `select occurred_at::float8 as at, marks as mark, derived_ms from event where equipment_id = $1 and occurred_at >= $2 order by 1`,
    [machine, horizonAt],
  )
