import { DAY_MS } from '@millwatch/domain/time'
import { expect, test } from 'vitest'
import { compareRollups } from '../modules/utilization/index.ts'
import { FlowBench } from '../testing/flow.ts'
import { rollupCases } from './rollup-cases.testing.ts'

test('Whatever happens to a plant, figures equal those of looking at everything', async () => {
  await rollupCases(0, 20, 25)
}, 300_000)

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
    expect(await bench.inCompany((ctx) => compareRollups(ctx, id))).toEqual([])
    await bench.flow.rollUp()
    expect(await weeks()).toEqual(were)
  } finally {
    await bench.close()
  }
})
