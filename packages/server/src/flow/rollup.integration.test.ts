import { MAX_READING } from '@millwatch/contract/devices'
import { DAY_MS } from '@millwatch/domain/time'
import { FlowBench, type TestDevice } from '@millwatch/lab/app/flow'
import { bothWays } from '@millwatch/lab/reference/stored-figures'
import { rollupCases } from '@millwatch/lab/reference-tests/rollup-cases'
import { expect, test } from 'vitest'
import {
  compareRollups,
  figuresOver,
  type Question,
  stopsReadyTo,
  utilizationOver,
} from '../modules/utilization/index.ts'
import type { Ctx } from '../platform/ctx.ts'

// The long suite runs as many more as its budget allows, of 200.
test('Whatever happens to a plant, figures equal those of looking at everything', async () => {
  await rollupCases(0, 8, 25)
}, 300_000)

// A day counted by its end, of which a bucket takes back hours that lie before the machine's first evidence.
test('What is taken back of a day is nothing before a machine begins', () => rollupCases(125, 126, 25), 60_000)

test('Work that stores much of the past has no rollups built until it ends, also if it fails', async () => {
  const start = Date.UTC(2026, 2, 4, 12)
  const bench = await FlowBench.open(start)
  try {
    const device = await bench.device(await bench.machine(), { from: 0 })
    bench.clock.advance(3 * DAY_MS)
    const daysBuilt = async () => {
      await bench.flow.rollUp()
      return (await bench.query('select day_from from rollup_day')).length
    }
    const storing = bench.flow.withoutRollups(async () => {
      await bench.load(device, { batch_id: 'b-1', events: [{ t: start, type: 'cycle', cycle_time: 30 }] })
      throw new Error(`${await daysBuilt()} days are built`)
    })
    await expect(storing).rejects.toThrow('0 days are built')
    expect(await daysBuilt()).toBe(1)
  } finally {
    await bench.close()
  }
})

test('Weeks of days that were built before there were weeks are added up, and none is looked for until then', async () => {
  const start = Date.UTC(2026, 2, 4, 12)
  const bench = await FlowBench.open(start)
  try {
    const id = await bench.machine()
    const device = await bench.device(id, { from: 0 })
    bench.clock.advance(20 * DAY_MS)
    const events = Array.from({ length: 200 }, (_, i) => ({ t: start + i * 8_000_000, type: 'cycle', cycle_time: 30 }))
    await bench.load(device, { batch_id: 'b-1', sent_at: bench.clock.now(), events } as Parameters<
      typeof bench.load
    >[1])
    await bench.flow.rollUp()
    const weeks = () => bench.query<{ week_from: number }>('select * from rollup_week order by week_from')
    const were = await weeks()
    expect(were.map((week) => new Date(week.week_from).toISOString())).toEqual([
      '2026-03-08T00:00:00.000Z',
      '2026-03-15T00:00:00.000Z',
    ])
    await bench.query('delete from rollup_week')
    await bench.query('update rollup_state set has_weeks = false')
    expect(await bench.inCompany((ctx) => compareRollups(ctx, [id]))).toEqual([])
    await bench.flow.rollUp()
    expect(await weeks()).toEqual(were)
  } finally {
    await bench.close()
  }
})

test('Stops of time that was built before there were rows of stops are found, and none is looked for until then', async () => {
  const start = Date.UTC(2026, 2, 4, 12)
  const bench = await FlowBench.open(start)
  try {
    const id = await bench.machine()
    const device = await bench.device(id, { from: 0 })
    bench.clock.advance(4 * DAY_MS)
    const statuses = ['running', 'down'] as const
    const events = Array.from({ length: 40 }, (_, i) => ({
      t: start + i * 8_000_000,
      type: 'status',
      status: statuses[i % 2],
    }))
    const alive = { t: start + 320_000_000, type: 'ping', since: start }
    const envelope = { batch_id: 'b-1', sent_at: bench.clock.now(), events: [...events, alive] }
    await bench.load(device, envelope as Parameters<typeof bench.load>[1])
    await bench.flow.rollUp()
    const stops = () => bench.query<{ ended_at: number }>('select * from rollup_stop order by ended_at')
    const were = await stops()
    expect(were.length).toBeGreaterThan(5)
    const readyTo = () => bench.inCompany((ctx) => stopsReadyTo(ctx, [id], { from: start, to: bench.clock.now() }))
    expect(await readyTo()).toEqual(new Map([[id, expect.any(Number)]]))
    await bench.query('delete from rollup_stop')
    await bench.query('update rollup_state set has_stops = false')
    expect(await bench.inCompany((ctx) => compareRollups(ctx, [id]))).toEqual([])
    expect(await readyTo()).toEqual(new Map())
    await bench.flow.rollUp()
    expect(await stops()).toEqual(were)
    expect(await bench.inCompany((ctx) => compareRollups(ctx, [id]))).toEqual([])
    const change = (ms: number) =>
      bench.query('update rollup_stop set scheduled_ms = scheduled_ms + $2 where ended_at = $1', [
        were[1]?.ended_at,
        ms,
      ])
    await change(1)
    expect(await bench.inCompany((ctx) => compareRollups(ctx, [id]))).toHaveLength(1)
    await change(-1)
  } finally {
    await bench.close()
  }
})

test('The rollups of a removed machine keep the days of its zone also when its unit is removed', async () => {
  const bench = await FlowBench.open(Date.UTC(2026, 2, 4, 12))
  try {
    const id = await bench.machine()
    const [{ unit } = { unit: 0 }] = await bench.query<{ unit: number }>(
      `insert into org_unit (company_id, parent_id, org_unit_type_id, name, timezone, created_at)
        values ($1, $2, 2, 'Tokyo', 'Asia/Tokyo', 0) returning org_unit_id as unit`,
      [bench.companyId, bench.unitId],
    )
    for (const table of ['equipment', 'equipment_setting'])
      await bench.query(`update ${table} set parent_org_unit_id = $2 where equipment_id = $1`, [id, unit])
    const device = await bench.device(id, { from: 0 })
    await bench.send(device, { batch_id: 'b-1', events: [{ t: bench.clock.now(), type: 'cycle', cycle_time: 30 }] })
    bench.clock.advance(3 * DAY_MS)
    const daysBuilt = async () => {
      await bench.flow.rollUp()
      return bench.query('select zone, day_from from rollup_state natural join rollup_day order by day_from')
    }
    const were = await daysBuilt()
    expect(were[0]).toEqual({ zone: 'Asia/Tokyo', day_from: Date.UTC(2026, 2, 3, 15) })
    for (const table of ['equipment', 'org_unit'])
      await bench.query(`update ${table} set removed_at = $1 where ${table}_id = $2`, [
        bench.clock.now(),
        table === 'equipment' ? id : unit,
      ])
    bench.clock.advance(DAY_MS)
    expect(await daysBuilt()).toEqual(expect.arrayContaining(were))
  } finally {
    await bench.close()
  }
})

const at = Date.UTC(2026, 2, 4, 12)
/** Largest cycle with the largest readings that a device may send. */
const largest = {
  ...{ type: 'cycle', cycle_time: 2_000_000, count: 1_000_000 },
  ...{ temperature_1: MAX_READING, analog_in_1: MAX_READING },
}

/** Instant of the largest cycles, in the first whole week of their machine. */
const largestAt = at + 5 * DAY_MS

/** Sends 5,000 of the largest cycles within a few seconds for a machine whose analog input is scaled most, and returns its id. */
async function machineOfLargestEvents(bench: FlowBench): Promise<number> {
  const id = await bench.machine()
  const device = await bench.device(id, { from: 0 })
  await bench.query('update device_setting set analog_scale = 1e12, analog_offset = 1e12 where device_id = $1', [
    device.deviceId,
  ])
  const cycles = Array.from({ length: 5000 }, (_, i) => ({ ...largest, t: largestAt + i }))
  bench.clock.set(largestAt + 12 * DAY_MS)
  const sentAt = bench.clock.now()
  const events = [{ t: at, type: 'ping' }, ...cycles, { t: sentAt, type: 'ping' }]
  await bench.load(device, { batch_id: 'b-1', sent_at: sentAt, events } as Parameters<typeof bench.load>[1])
  return id
}

/** Returns the figures of a machine from its first evidence to the day after the largest cycles. */
async function figuresOf(bench: FlowBench, id: number) {
  const answer = await bench.inCompany((ctx) =>
    figuresOver(ctx, {
      groups: [{ key: 'machine', members: new Map([[id, null]]), inBuckets: false }],
      period: { from: at, to: largestAt + DAY_MS },
      now: bench.clock.now(),
      shift: null,
      buckets: null,
      money: true,
      averages: true,
      wideFrom: 0,
    }),
  )
  return answer.groups.get('machine')?.whole
}

test('Sums of the largest events are figures, from intervals and from rollups up to weeks', async () => {
  const bench = await FlowBench.open(at)
  try {
    const id = await machineOfLargestEvents(bench)
    const figures = { cycles: 5e9, cycleTime: { sum: 1e19, count: 5e9 }, temperature: { sum: 5e18, count: 5000 } }
    expect(await figuresOf(bench, id)).toMatchObject(figures)
    await bench.flow.rollUp()
    expect(await figuresOf(bench, id)).toMatchObject(figures)
    expect(await bench.query('select cycles, temperature_sum from rollup_week where cycles > 0')).toEqual([
      { cycles: 5e9, temperature_sum: 5e18 },
    ])
    expect(await bench.inCompany((ctx) => compareRollups(ctx, [id]))).toEqual([])
  } finally {
    await bench.close()
  }
})

test('Readings and counts that older versions stored do not make sums fail', async () => {
  const bench = await FlowBench.open(at)
  try {
    const id = await machineOfLargestEvents(bench)
    await bench.query(
      'update event set number = 1000000000, temperature_1 = 1.797e308, analog_in_1 = -1.797e308 where occurred_at >= $1',
      [largestAt + 10],
    )
    await bench.flow.rollUp()
    expect(await figuresOf(bench, id)).toMatchObject({ temperature: { sum: 1e16, count: 10 } })
    expect(await bench.inCompany((ctx) => compareRollups(ctx, [id]))).toEqual([])
  } finally {
    await bench.close()
  }
})

test('A machine whose rollups cannot be built stops no other machine, and changes of others need no mark', async () => {
  const bench = await FlowBench.open(at)
  try {
    const ids = [await bench.machine(), await bench.machine(), await bench.machine(), await bench.machine()]
    const sendNow = async (id: number, device: TestDevice) => {
      const event = { t: bench.clock.now(), type: 'cycle' }
      await bench.send(device, { batch_id: `b-${id}-${event.t}`, events: [event] })
    }
    const devices = new Map<number, TestDevice>()
    for (const id of ids) devices.set(id, await bench.device(id, { from: 0 }))
    for (const [id, device] of devices) await sendNow(id, device)
    await bench.query(`alter table rollup_day add check (equipment_id <> ${ids[0]})`)
    bench.clock.advance(2 * DAY_MS)
    await expect(bench.flow.rollUp()).rejects.toMatchObject({ code: '23514' })
    expect(await bench.query('select distinct equipment_id as id from rollup_day order by 1')).toEqual(
      ids.slice(1).map((id) => ({ id })),
    )
    for (const [id, device] of devices) await sendNow(id, device)
    await expect(bench.flow.rollUp()).rejects.toThrow()
    bench.clock.advance(60_000)
    for (const [id, device] of devices) await sendNow(id, device)
    expect(await bench.query('select * from rollup_dirty where equipment_id <> $1', [ids[0]])).toEqual([])
  } finally {
    await bench.close()
  }
})

test.each([
  ['Asia/Kolkata', 360, 604_800],
  ['Asia/Kolkata', 360, 86_400],
  ['America/New_York', 0, 604_800],
] as const)(
  'Many machines read alike have their figures in %s from minute %i by %i s, heard all the time or not',
  async (zone, dayStartMin, interval) => {
    const start = Date.UTC(2026, 2, 4, 12)
    const bench = await FlowBench.open(start)
    try {
      const day = [
        [21_600, 79_200, 1],
        [79_200, 100_800, 3],
      ]
      await bench.query('insert into schedule (company_id, org_unit_id, ranges, changed_at) values ($1, $2, $3, 0)', [
        bench.companyId,
        bench.unitId,
        JSON.stringify(Object.fromEntries(Array.from({ length: 7 }, (_, weekday) => [weekday, day]))),
      ])
      const ids: number[] = []
      for (let n = 0; n < (interval === 86_400 ? 9 : 2); n++) ids.push(await bench.machine())
      bench.clock.advance(20 * DAY_MS)
      for (const [n, id] of ids.entries()) {
        const device = await bench.device(id, { from: 0 })
        // The second machine is silent for hours again and again, so it has no rollup rows for them.
        const times = Array.from({ length: 5600 }, (_, i) => start + i * 300_000).filter(
          (_, i) => n !== 1 || i % 191 < 100,
        )
        const events = times.map((t, i) => ({ t, type: 'status', status: i % 5 === 0 ? 'down' : 'running' }))
        for (let i = 0; i < events.length; i += 1000) {
          const envelope = { batch_id: `b-${n}-${i}`, sent_at: bench.clock.now(), events: events.slice(i, i + 1000) }
          await bench.load(device, envelope as Parameters<typeof bench.load>[1])
        }
      }
      await bench.flow.rollUp()
      const question: Question = {
        groups: [{ key: 'unit', members: new Map(ids.map((id) => [id, null])), inBuckets: true }],
        period: { from: start - DAY_MS, to: bench.clock.now() - DAY_MS },
        now: bench.clock.now(),
        shift: null,
        buckets: { interval, week: { zone, dayStartMin, firstWeekday: 0 } },
        money: true,
        averages: true,
        wideFrom: 0,
      }
      const answer = await bench.inCompany(async (ctx) => {
        const before = await plannerOf(ctx)
        const figures = await figuresOver(ctx, question)
        // Later statements of the transaction have the usual settings of the planner.
        expect(await plannerOf(ctx)).toEqual(before)
        return figures
      })
      const { ours, naive: reference } = await bothWays(bench, question, answer)
      expect(ours).toEqual(reference)
      // With few buckets, days of buckets are read at once, and those of machines as weeks.
      const few = await bench.inCompany((ctx) => figuresOver(ctx, { ...question, wideFrom: 6 }))
      expect((await bothWays(bench, question, few)).ours).toEqual(reference)
      // Each machine by itself, as the summary asks: its days are not added up by the database.
      const groups = ids.map((id) => ({ key: String(id), members: new Map([[id, null]]), inBuckets: true }))
      for (const shift of [null, 1] as const) {
        const each = { ...question, groups, shift, money: false }
        const added = await bench.inCompany((ctx) => figuresOver(ctx, each))
        const single = await bothWays(bench, each, added)
        expect(single.ours).toEqual(single.naive)
        const plain = await bench.inCompany((ctx) => figuresOver(ctx, { ...each, averages: false }))
        expect(timesOf(plain)).toEqual(timesOf(added))
        const short = await bench.inCompany((ctx) => utilizationOver(ctx, { ...each, daysAtOnce: 5 }))
        expect(utilizationIn(short)).toEqual(utilizationIn(added))
        expect(
          timesOf(plain)
            .flat()
            .some((ms) => ms > 0),
        ).toBe(true)
      }
    } finally {
      await bench.close()
    }
  },
  240_000,
)

/** Times behind the utilization of each group, whole and by bucket. */
const utilizationIn = ({ groups }: Awaited<ReturnType<typeof utilizationOver>>): number[][] =>
  [...groups.values()].flatMap(({ whole, buckets }) =>
    [whole, ...(buckets ?? [])].map((part) => [part.scheduledMs, part.effectiveRunMs, part.offlineScheduledMs]),
  )

/** Settings of the database that decide how it plans statements, by name. */
const plannerOf = (ctx: Ctx) =>
  ctx.tx.prepared(
    {
      name: 'test.planner',
      text: `select name, setting from pg_settings where name like 'enable%' or name like '%cost' or name in ('work_mem', 'plan_cache_mode')
        order by name`,
    },
    [],
  )

/** Times and counts of each group, whole and by bucket. */
const timesOf = ({ groups }: Awaited<ReturnType<typeof figuresOver>>): number[][] =>
  [...groups.values()].flatMap(({ whole, buckets }) =>
    [whole, ...(buckets ?? [])].map((figures) => [
      ...[figures.scheduledMs, figures.effectiveRunMs, figures.offlineScheduledMs],
      ...[figures.cycles, figures.parts],
    ]),
  )
