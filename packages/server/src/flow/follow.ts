import type { Touched } from '../modules/status/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { followShifts } from './keep-shifts.ts'
import type { Machine } from './machines.ts'
import { followRollups } from './mark-rollups.ts'
import type { RollupMarks } from './rollup-marks.ts'
import { followRuns, sayRuns } from './runs.ts'
import { followStops } from './stops.ts'
import type { Fresh, Told } from './tell.ts'

/** What one commit did to one machine: where it stood, what came, where it stands. */
export interface Followed extends Told {
  readonly before: Machine
  readonly news: Fresh
  /** Where marks of stored cycles, or their derived times, are not what they were. */
  readonly remarked: Touched | null
}

/**
 * What is kept beside a machine's status follows it, in the same transaction and in this order. Called with what was
 * written of the intervals already.
 */
export async function follow(ctx: Ctx, told: readonly Followed[], rollupMarks: RollupMarks): Promise<void> {
  const endedRuns = await followRuns(ctx, told)
  if (endedRuns.length > 0)
    await sayRuns(
      ctx,
      endedRuns.map((run) => run.equipmentId),
    )
  await followStops(ctx, told)
  await followShifts(ctx, told)
  await followRollups(ctx, told, endedRuns, rollupMarks.openFrom(ctx.companyId, ctx.clock.now()))
}
