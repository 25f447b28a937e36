import { writeAheadAgain } from '../modules/shifts/index.ts'
import { askRetelling, type RetellCause } from '../modules/status/index.ts'
import type { ChangedPart, MachineChange } from '../modules/tree/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { markChanged } from './mark-rollups.ts'
import { sayRuns } from './runs.ts'
import { restateChanged } from './stops.ts'

/** What status is told from, and what a retelling after a change of it is put down to. */
const retold: Partial<Record<ChangedPart, RetellCause>> = {
  primary: 'changed_device',
  input_setup: 'changed_device',
  maximum_cycle: 'changed_setting',
  source: 'changed_setting',
}

/** What shift history ahead is written from. */
const scheduled: readonly ChangedPart[] = ['schedule', 'zone', 'parent']

/** What follows from changes that people made, in their transaction: the one place that says so. */
export async function machinesChanged(ctx: Ctx, changes: readonly MachineChange[]): Promise<void> {
  for (const { equipmentId, from, parts } of changes) {
    const cause = parts.map((part) => retold[part]).find((one) => one !== undefined)
    if (cause !== undefined) await askRetelling(ctx, equipmentId, from, cause)
  }
  await restateChanged(ctx, changes)
  const withRuns = changes.filter(({ parts }) => parts.includes('run')).map(({ equipmentId }) => equipmentId)
  if (withRuns.length > 0) await sayRuns(ctx, withRuns)
  const rescheduled = changes.filter(({ parts }) => parts.some((part) => scheduled.includes(part)))
  await writeAheadAgain(
    ctx,
    rescheduled.map(({ equipmentId }) => equipmentId),
  )
  await markChanged(ctx, changes)
}
