import { FlowBench } from '@millwatch/lab/app/flow'
import { expect, test } from 'vitest'
import type { Ctx } from '../../platform/ctx.ts'
import { readWide } from './queries-read.ts'

/** Returns `on` if the database may sort in the rest of the transaction, else `off`. */
const mayStillSort = async (ctx: Ctx): Promise<string | undefined> => {
  const statement = { name: 'test.enable_sort', text: `select current_setting('enable_sort') as value` }
  return (await ctx.tx.prepared<{ value: string }>(statement, []))[0]?.value
}

test('Readings of many machines that run at once set the planner back after the last of them', async () => {
  const bench = await FlowBench.open(Date.parse('2026-11-02T12:00:00Z'))
  try {
    await bench.inCompany(async (ctx) => {
      const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
      const [first, second] = ends.map((end) => readWide(ctx, () => end.promise))
      ends[0].resolve()
      await first
      expect(await mayStillSort(ctx)).toBe('off')
      ends[1].resolve()
      await second
      expect(await mayStillSort(ctx)).toBe('on')
    })
  } finally {
    await bench.close()
  }
})
