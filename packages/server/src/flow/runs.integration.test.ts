import type { MachineAdvance } from '@millwatch/domain/facts'
import { type CyclesAt, completionOf } from '@millwatch/domain/runs'
import { MINUTE_MS } from '@millwatch/domain/time'
import { FlowBench, type TestDevice } from '@millwatch/lab/app/flow'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRoster } from '../modules/groups/rosters.ts'
import { endRun, updateRun } from '../modules/runs/change-run.ts'
import { runsOver } from '../modules/runs/queries.ts'
import { recordRuns } from '../modules/runs/record-runs.ts'
import { settleRuns } from '../modules/runs/settle-runs.ts'
import { type RunToStart, startRun } from '../modules/runs/start-run.ts'
import { settleRunsBefore } from '../modules/runs/store-settle.ts'
import { decodeFacts, FACTS_CHANNEL } from '../platform/outbox/facts-channel.ts'

const startedAt = Date.UTC(2026, 2, 2, 8)

const bench = await FlowBench.open(startedAt)
afterAll(() => bench.close())
let tagId: number
let batches = 0

beforeAll(async () => {
  const [tag] = await bench.query<{ tag_id: string }>(
    "insert into tag (company_id, name, created_at, updated_at) values ($1, 'order', 0, 0) returning tag_id",
    [bench.companyId],
  )
  tagId = Number(tag?.tag_id)
})

async function machine(): Promise<{ id: number; device: TestDevice }> {
  bench.clock.set(startedAt)
  const id = await bench.machine()
  return { id, device: await bench.device(id, { from: 0 }) }
}

const start = (equipmentId: number, more: Partial<RunToStart> = {}) =>
  bench.inCompany((ctx) => startRun(ctx, { equipmentId, tagIds: [tagId], partsPerCycle: 2, ...more }))

/** Returns cycles at minutes after the start; `[minute, count]` for a count above one. */
const cyclesAt = (...minutes: (number | [number, number])[]) =>
  minutes.map((entry) => {
    const [at, count] = typeof entry === 'number' ? [entry, 1] : entry
    return { t: startedAt + at * MINUTE_MS, type: 'cycle', count }
  })
const send = (device: TestDevice, events: object[]) =>
  bench.send(device, { batch_id: `b-${++batches}`, sent_at: bench.clock.now(), events })

interface Stored {
  minutes: number | null
  by_count: boolean
  cycles: number
}
/** Returns the runs of a machine with their ends in minutes after the start, and their stored cycle counts. */
const runsOf = (id: number) =>
  bench.query<Stored>(
    `select (r.ended_at - $2)::float8 / 60000 as minutes, r.ended_by_count as by_count, coalesce(r.cycles, m.run_cycles)::int as cycles
       from run r join machine_state m using (company_id, equipment_id) where r.equipment_id = $1 order by r.run_id`,
    [id, startedAt],
  )
const later = (minutes: number) => bench.clock.set(startedAt + minutes * MINUTE_MS)

describe('a run with a total', () => {
  test('ends at the cycle that reaches it, and holds those up to there', async () => {
    const { id, device } = await machine()
    await start(id, { cyclesTotal: 3 })
    later(10)
    await send(device, cyclesAt(-1, 0, 1, 2))
    expect(await runsOf(id)).toEqual([{ minutes: null, by_count: false, cycles: 2 }])
    await send(device, cyclesAt(3, 4, 5))
    expect(await runsOf(id)).toEqual([{ minutes: 3, by_count: true, cycles: 3 }])
  })

  test('does not divide a count, and takes in all that ends in the same millisecond', async () => {
    const { id, device } = await machine()
    await start(id, { cyclesTotal: 5 })
    later(10)
    await send(device, cyclesAt([1, 4], [2, 4], [2, 1], 3))
    expect(await runsOf(id)).toEqual([{ minutes: 2, by_count: true, cycles: 9 }])
  })

  test('goes on where overrun is allowed, and counts', async () => {
    const { id, device } = await machine()
    await start(id, { cyclesTotal: 2, allowOverrun: true })
    later(10)
    await send(device, cyclesAt(1, 2, 3))
    await send(device, cyclesAt(4))
    expect(await runsOf(id)).toEqual([{ minutes: null, by_count: false, cycles: 4 }])
  })

  test('ends earlier when a cycle comes late, and what came after it belongs to no run', async () => {
    const { id, device } = await machine()
    await start(id, { cyclesTotal: 3 })
    later(10)
    await send(device, cyclesAt(2, 4, 6))
    expect(await runsOf(id)).toEqual([{ minutes: 6, by_count: true, cycles: 3 }])
    await send(device, cyclesAt(3))
    expect(await runsOf(id)).toEqual([{ minutes: 4, by_count: true, cycles: 3 }])
    await send(device, cyclesAt(5))
    expect(await runsOf(id)).toEqual([{ minutes: 4, by_count: true, cycles: 3 }])
  })

  test('does not disturb the run that came after it', async () => {
    const { id, device } = await machine()
    await start(id, { cyclesTotal: 2 })
    later(10)
    await send(device, cyclesAt(3, 6))
    const next = await start(id, { startedAt: startedAt + 7 * MINUTE_MS })
    await send(device, cyclesAt(8, 9))
    await send(device, cyclesAt(1, 7.5))
    expect(await runsOf(id)).toEqual([
      { minutes: 3, by_count: true, cycles: 2 },
      { minutes: null, by_count: false, cycles: 3 },
    ])
    expect(next.startedAt).toBe(startedAt + 7 * MINUTE_MS)
  })

  test('that a person ended stays ended, counts what comes late, and ends where that reaches the total', async () => {
    const { id, device } = await machine()
    const { runId } = await start(id, { cyclesTotal: 4 })
    later(5)
    await send(device, cyclesAt(1, 4))
    await bench.inCompany((ctx) => endRun(ctx, runId, 0))
    later(10)
    await send(device, cyclesAt(4.5, 5, 6))
    expect(await runsOf(id)).toEqual([{ minutes: 5, by_count: true, cycles: 4 }])
    await send(device, cyclesAt(2))
    expect(await runsOf(id)).toEqual([{ minutes: 4.5, by_count: true, cycles: 4 }])
  })

  test('ended without a cycle counts those that come late, beside the next one', async () => {
    const { id, device } = await machine()
    const { runId } = await start(id, { cyclesTotal: 4 })
    later(5)
    await send(device, [{ t: startedAt, type: 'ping' }])
    await bench.inCompany((ctx) => endRun(ctx, runId, 0))
    later(10)
    await send(device, cyclesAt(3, 5))
    await start(id)
    later(20)
    await send(device, cyclesAt(4, 12))
    expect(await runsOf(id)).toEqual([
      { minutes: 5, by_count: false, cycles: 3 },
      { minutes: null, by_count: false, cycles: 1 },
    ])
  })

  test('counts what came ahead of its time when that has come, once', async () => {
    const { id, device } = await machine()
    await start(id, { cyclesTotal: 3 })
    later(1)
    await send(device, cyclesAt(1, 2, 3, 4))
    expect(await runsOf(id)).toEqual([{ minutes: null, by_count: false, cycles: 1 }])
    later(2.5)
    await bench.flow.ensureCurrent(bench.companyId, [id])
    expect(await runsOf(id)).toEqual([{ minutes: null, by_count: false, cycles: 2 }])
    later(5)
    await send(device, cyclesAt(4.5))
    expect(await runsOf(id)).toEqual([{ minutes: 3, by_count: true, cycles: 3 }])
  })

  test('started in the past counts, and may end at once', async () => {
    const { id, device } = await machine()
    later(10)
    await send(device, cyclesAt(1, 2, 3, 4))
    await start(id, { cyclesTotal: 2, startedAt: startedAt + MINUTE_MS })
    expect(await runsOf(id)).toEqual([{ minutes: 3, by_count: true, cycles: 2 }])
  })

  test('given a total that is reached ends where it was', async () => {
    const { id, device } = await machine()
    const { runId } = await start(id)
    later(10)
    await send(device, cyclesAt(1, 2, 3))
    await expect(bench.inCompany((ctx) => updateRun(ctx, runId, { cyclesTotal: 2 }))).rejects.toThrow()
    const ended = await bench.inCompany((ctx) => updateRun(ctx, runId, { cyclesTotal: 3 }))
    expect([ended.endedAt, ended.endedByCount]).toEqual([startedAt + 3 * MINUTE_MS, true])
  })
})

test('people of the groups of a run are notified once, however often the end moves', async () => {
  const { id, device } = await machine()
  const [office, floor, night] = await bench.inCompany(async (ctx) => [
    (await createRoster(ctx, 'Office')).rosterId,
    (await createRoster(ctx, 'Floor')).rosterId,
    (await createRoster(ctx, 'Night')).rosterId,
  ])
  if (!office || !floor || !night) throw new Error('A group is missing')
  const { runId } = await start(id, { cyclesTotal: 2, notifyRosterIds: [office, floor] })
  const overrun = await machine()
  const { runId: goesOn } = await start(overrun.id, { cyclesTotal: 2, allowOverrun: true, notifyRosterIds: [night] })
  later(10)
  await send(device, cyclesAt(2, 4))
  await send(device, cyclesAt(1))
  await send(overrun.device, cyclesAt(1))
  await send(overrun.device, cyclesAt(2))
  await send(overrun.device, cyclesAt(3))
  const sent = await bench.query('select kind, idempotency_key, payload from outbox order by outbox_id')
  expect(sent).toMatchObject([
    {
      kind: 'run.completed',
      idempotency_key: `run:${runId}:completed`,
      payload: { groupIds: [office, floor], ended: true },
    },
    { idempotency_key: `run:${goesOn}:completed`, payload: { groupIds: [night], ended: false, cycles: 2 } },
  ])
})

test('two who start one at once: one of them does', async () => {
  const { id } = await machine()
  const both = await Promise.allSettled([start(id), start(id)])
  expect(both.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((outcome) => outcome.status === 'rejected')).toMatchObject({
    reason: { code: 'run_already_active' },
  })
})

test('a second server that took the last message knows how far the run is', async () => {
  const { id, device } = await machine()
  const other = bench.anotherServer()
  await start(id, { cyclesTotal: 4 })
  later(10)
  await send(device, cyclesAt(1))
  await bench.send(device, { batch_id: 'other-1', sent_at: 0, events: cyclesAt(2, 3) }, other)
  await send(device, cyclesAt(4))
  expect(await runsOf(id)).toEqual([{ minutes: 4, by_count: true, cycles: 4 }])
  await other.stop()
})

test('whatever order cycles arrive in, the end and the count are the same, and those of the rule', async () => {
  const cycles = fc.array(fc.tuple(fc.integer({ min: -3, max: 30 }), fc.integer({ min: 1, max: 3 })), {
    minLength: 1,
    maxLength: 14,
  })
  const order = fc.array(fc.nat(), { minLength: 14, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(cycles, order, fc.integer({ min: 1, max: 12 }), async (set, keys, total) => {
      const { id, device } = await machine()
      await start(id, { cyclesTotal: total })
      later(40)
      const arriving = set.map((cycles, i) => ({ cycles, key: keys[i] ?? 0 })).sort((a, b) => a.key - b.key)
      for (const { cycles } of arriving) await send(device, cyclesAt(cycles))
      const runCycles: CyclesAt[] = set.filter(([at]) => at > 0).map(([at, count]) => ({ at, count }))
      const end = completionOf(runCycles, total)
      const all = runCycles.reduce((sum, { count }) => sum + count, 0)
      expect(await runsOf(id)).toEqual([
        end === null
          ? { minutes: null, by_count: false, cycles: all }
          : { minutes: end.at, by_count: true, cycles: end.cycles },
      ])
    }),
    { numRuns: 25 },
  )
}, 60_000)

const everyRun = (equipmentId: number) => ({
  equipmentId,
  active: true,
  ended: { from: 0, to: bench.clock.now() },
  processedTo: bench.clock.now(),
})

test('what retention takes away stays counted', async () => {
  const { id, device } = await machine()
  const { runId } = await start(id)
  later(5)
  await send(device, cyclesAt(1, 2, 3))
  await bench.inCompany((ctx) => endRun(ctx, runId, 0))
  const active = await start(id)
  later(20)
  await send(device, cyclesAt(6, 7, 15))
  const horizon = startedAt + 10 * MINUTE_MS
  await bench.inCompany((ctx) => settleRunsBefore(ctx, id, startedAt + 2 * MINUTE_MS))
  await bench.inCompany((ctx) => settleRunsBefore(ctx, id, horizon))
  await bench.query(`create table taken as select * from event where equipment_id = ${id} and occurred_at < ${horizon}`)
  await bench.query('delete from event where equipment_id = $1 and occurred_at < $2', [id, horizon])
  await bench.inCompany((ctx) => settleRuns(ctx, [everyRun(id)]))
  expect(await runsOf(id)).toMatchObject([{ cycles: 3 }, { cycles: 3 }])
  await bench.inCompany((ctx) => endRun(ctx, active.runId, 0))
  expect(await runsOf(id)).toMatchObject([{ cycles: 3 }, { cycles: 3 }])
  // Undone for the check after all tests; settled cycles are not counted a second time.
  await bench.query('insert into event select * from taken')
  await bench.query('drop table taken')
  await bench.inCompany((ctx) => settleRuns(ctx, [everyRun(id)]))
  expect(await runsOf(id)).toMatchObject([{ cycles: 3 }, { cycles: 3 }])
})

test('a total that was reached before the horizon ends a run at its last cycle there', async () => {
  const { id, device } = await machine()
  const { runId } = await start(id, { cyclesTotal: 2, allowOverrun: true })
  later(20)
  await send(device, cyclesAt(1, 2, 3))
  // Settled cycles are not counted again, so their events may stay for the check after all tests.
  for (const to of [2.5, 10, 15]) await bench.inCompany((ctx) => settleRunsBefore(ctx, id, startedAt + to * MINUTE_MS))
  const ended = await bench.inCompany((ctx) => updateRun(ctx, runId, { cyclesTotal: 3, allowOverrun: false }))
  expect([ended.endedAt, ended.endedByCount, ended.cyclesCurrent]).toEqual([startedAt + 3 * MINUTE_MS, true, 3])
  await send(device, cyclesAt(16, 17))
  expect(await runsOf(id)).toEqual([{ minutes: 3, by_count: true, cycles: 3 }])
})

test('browsers get it with the commit: that it began, and that it ended by itself', async () => {
  const { id, device } = await machine()
  const advances: MachineAdvance[] = []
  const stop = await bench.test.database.listen(
    FACTS_CHANNEL,
    (payload) => {
      for (const fact of decodeFacts(payload).facts)
        if (fact.kind === 'machine.advanced')
          for (const [machineId, advance] of fact.machines) if (machineId === id && advance.r) advances.push(advance)
    },
    () => undefined,
  )
  const { runId } = await start(id, { cyclesTotal: 1 })
  later(10)
  await send(device, cyclesAt(2, 3))
  await expect.poll(() => advances).toHaveLength(2)
  expect(advances.map((advance) => advance.r)).toEqual([
    [runId, startedAt, null, 0, 1, 0],
    [runId, startedAt, startedAt + 2 * MINUTE_MS, 1, 1, 1],
  ])
  await stop()
})

test('runs of the past are noted with the cycles of their time', async () => {
  const { id, device } = await machine()
  later(60)
  await send(device, cyclesAt(1, 5, 9, 12, 20, [25, 3], 31))
  const run = (from: number, to: number, more: object = {}) => ({
    equipmentId: id,
    tagIds: [tagId],
    startedAt: startedAt + from * MINUTE_MS,
    endedAt: startedAt + to * MINUTE_MS,
    ...more,
  })
  const past = [run(0, 10, { scrapQty: 2 }), run(10, 30, { cyclesTotal: 3, partsPerCycle: 1 }), run(30, 40)]
  await bench.inCompany((ctx) => recordRuns(ctx, past))
  expect(await runsOf(id)).toEqual([
    { minutes: 10, by_count: false, cycles: 3 },
    { minutes: 25, by_count: true, cycles: 5 },
    { minutes: 40, by_count: false, cycles: 1 },
  ])
  await send(device, cyclesAt(32, 41))
  expect((await runsOf(id)).at(-1)).toEqual({ minutes: 40, by_count: false, cycles: 2 })
  await expect(bench.inCompany((ctx) => recordRuns(ctx, [run(35, 50)]))).rejects.toThrow()
})

test('the runs that cycles of a period may belong to are found, and no others', async () => {
  const { id } = await machine()
  const other = await machine()
  later(100)
  const run = (equipmentId: number, from: number, to: number) => ({
    equipmentId,
    tagIds: [tagId],
    startedAt: startedAt + from * MINUTE_MS,
    endedAt: startedAt + to * MINUTE_MS,
  })
  const past = [run(id, 0, 10), run(id, 10, 10), run(id, 10, 20), run(id, 30, 40), run(other.id, 5, 15)]
  for (const pastRun of past) await bench.inCompany((ctx) => recordRuns(ctx, [pastRun]))
  const found = async (from: number, to: number) => {
    const runs = await bench.inCompany((ctx) =>
      runsOver(ctx, [id, other.id], startedAt + from * MINUTE_MS, startedAt + to * MINUTE_MS),
    )
    return [id, other.id].map((machineId) =>
      runs.get(machineId)?.map((span) => (span.startedAt - startedAt) / MINUTE_MS),
    )
  }
  expect(await found(10, 12)).toEqual([[0, 10, 10], [5]])
  expect(await found(11, 30)).toEqual([[10], [5]])
  expect(await found(20, 31)).toEqual([[10, 30], []])
  expect(await found(41, 50)).toEqual([[], []])
  expect(await found(-5, 0)).toEqual([[], []])
})
