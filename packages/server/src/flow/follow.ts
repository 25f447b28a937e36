import type { Ctx } from '../platform/ctx.ts'
import type { CommittedMachine } from './compute-machine.ts'
import { writeShiftsBack } from './keep-shifts.ts'
import { markChangedRollups } from './mark-rollups.ts'
import type { RollupMarks } from './rollup-marks.ts'
import { publishRuns, updateRuns } from './runs.ts'
import { recordRestatements } from './stops.ts'

/**
 * Updates the stored data that follows from computed machines, in the transaction of the commit and in this order: runs (those
 * whose end changed are also published to browsers), restatements, shift history, dirty marks of rollups. Alarms are not among
 * it. The caller must have locked the machines, stored their events and sent the writes of status intervals.
 */
export async function updateDependents(
  ctx: Ctx,
  followed: readonly CommittedMachine[],
  rollupMarks: RollupMarks,
): Promise<void> {
  const endedRuns = await updateRuns(ctx, followed)
  if (endedRuns.length > 0)
    await publishRuns(
      ctx,
      endedRuns.map((run) => run.equipmentId),
    )
  await recordRestatements(ctx, followed)
  await writeShiftsBack(ctx, followed)
  await markChangedRollups(ctx, followed, endedRuns, rollupMarks.openFrom(ctx.companyId, ctx.clock.now()))
}
