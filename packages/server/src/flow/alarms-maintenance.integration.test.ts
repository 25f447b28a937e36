import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acknowledge } from '../modules/alarms/acknowledge.ts'
import type { Actor } from '../platform/ctx.ts'
import { AlarmBench } from './alarms.testing.ts'

const bench = await AlarmBench.open(Date.UTC(2026, 2, 2, 8))
afterAll(() => bench.close())
let person: number
beforeAll(async () => {
  person = await bench.user('reader@example.test')
})

const personOf = (userId: number): Actor => ({ kind: 'user', userId, role: 'admin', sessionId: 1 })
const { cycle } = bench

describe('Maintenance that is completed', () => {
  const complete = (alarm: number) =>
    bench.flowBench.inCompany((ctx) => acknowledge({ ...ctx, actor: personOf(person) }, alarm, { notes: 'Greased' }))

  test('in the minute before its trip is known does not notify of what was maintained', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 5, { cycle_count: 10, notes: '' }, { users: [person] })
    await bench.goTo(10)
    await bench.send(device, [cycle(10, { count: 9 })])
    await bench.goTo(11)
    bench.flowBench.clock.set(bench.at(11.4))
    await bench.send(device, [cycle(11.3)])
    bench.flowBench.clock.set(bench.at(11.6))
    await complete(alarm)
    await bench.goTo(12.1)
    await bench.send(device, [cycle(11.5)])
    await bench.goTo(13.2)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'early', from: 11.6, to: 11.6 }])
    expect(await bench.notices(alarm)).toEqual([])
    await bench.send(device, [cycle(13.1, { count: 9 })])
    await bench.goTo(14.3)
    expect(await bench.trips(alarm)).toHaveLength(1)
  })

  test('at the very instant of its trip keeps that trip in the history', async () => {
    const { id } = await bench.machine()
    const alarm = await bench.alarm(id, 7, { duration: 3, duration_unit: 'hours', notes: '' }, { users: [person] })
    await bench.goTo(180)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 180, to: null }])
    await complete(alarm)
    await bench.goTo(181)
    expect(await bench.trips(alarm)).toEqual([{ kind: 'announced', from: 180, to: 180 }])
    await bench.goTo(361)
    expect(await bench.trips(alarm)).toHaveLength(2)
  })

  test('is counted from a checkpoint when data come late, not from its base', async () => {
    const { id, device } = await bench.machine()
    const alarm = await bench.alarm(id, 5, { cycle_count: 1000, notes: '' })
    const DAY = 1440
    for (let day = 1; day <= 20; day++) {
      await bench.goTo(day * DAY)
      await bench.send(device, [cycle(day * DAY, { count: 3 })])
      await bench.goTo(day * DAY + 1)
    }
    const kept = async () =>
      (
        await bench.query<{ counted: number; days: number[] }>(
          `select (args_latest ->> 'cycle_count')::int as counted, array(select ((p ->> 0)::bigint - $2) / 86400000
            from jsonb_array_elements(carried -> 'earlier') p)::int[] as days from alarm where alarm_id = $1`,
          [alarm, bench.startedAt],
        )
      )[0]
    const before = await kept()
    expect(before?.counted).toBe(60)
    expect(before?.days.length).toBeGreaterThan(5)
    // A cycle that the checkpoints after it do not know of, and that is counted all the same.
    await bench.send(device, [cycle(17.5 * DAY, { count: 5 })])
    await bench.goTo(20 * DAY + 2)
    const after = await kept()
    expect(after?.counted).toBe(65)
    expect(after?.days).toEqual(before?.days.filter((day) => day <= 17))
    // One from before almost all checkpoints: it is counted again from before them.
    await bench.send(device, [cycle(0.2 * DAY, { count: 2 })])
    await bench.goTo(20 * DAY + 3)
    expect(await kept()).toEqual({ counted: 67, days: before?.days.filter((day) => day < 1) })
  })
})
