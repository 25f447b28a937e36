import type { Touched } from '../modules/status/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Fresh, MachineUpdate } from './compute-machine.ts'
import { writeShiftsBack } from './keep-shifts.ts'
import type { Machine } from './machines.ts'
import { markChangedRollups } from './mark-rollups.ts'
import type { RollupMarks } from './rollup-marks.ts'
import { publishRuns, updateRuns } from './runs.ts'
import { recordRestatements } from './stops.ts'

/** Effect of one commit on one machine: the machine before, its new events, and the computed update. */
export interface CommittedMachine extends MachineUpdate {
  readonly before: Machine
  readonly news: Fresh
  /** Range in which marks or derived times of cycles stored earlier changed; null: none did. */
  readonly remarked: Touched | null
}

/**
 * Updates everything that depends on the status of machines, in the transaction of the commit and in this order: runs
 * (also published to browsers), restatements, shift history, dirty marks of rollups. The writes of status intervals
 * must have been sent before.
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
