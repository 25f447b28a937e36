import type { ChangedPart, MachineChange } from '@millwatch/domain/facts'
import { evaluateAgain } from '../modules/alarms/index.ts'
import { writeAheadAgain } from '../modules/shifts/index.ts'
import { type RecomputeCause, requestRecompute } from '../modules/status/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { markChanged } from './mark-rollups.ts'
import { publishRuns } from './runs.ts'
import { restateChanged } from './stops.ts'

/** Cause to record when a change of this part recomputes the machine's status; other parts do not affect status. */
const causeOfPart: Partial<Record<ChangedPart, RecomputeCause>> = {
  primary: 'changed_device',
  input_setup: 'changed_device',
  status_setting: 'changed_setting',
}

/** Alarms read no runs. */
const changesAlarms = ({ parts }: MachineChange) => parts.some((part) => part !== 'run')

/** Parts that shift history is written ahead from. */
const scheduled: readonly ChangedPart[] = ['schedule', 'zone', 'parent']

/**
 * Applies the consequences of people's changes to machines, in the transaction of the change: requests the
 * recomputation of status (the machine's next commit does it), and at once records restatements, publishes runs, writes
 * future shift history again, marks rollups dirty and has alarms evaluated again. `parts` of a change decides which of these apply.
 */
export async function machinesChanged(ctx: Ctx, changes: readonly MachineChange[]): Promise<void> {
  for (const { equipmentId, from, parts } of changes) {
    const cause = parts.map((part) => causeOfPart[part]).find((candidate) => candidate !== undefined)
    if (cause !== undefined) await requestRecompute(ctx, equipmentId, from, cause)
  }
  await restateChanged(ctx, changes)
  const withRuns = changes.filter(({ parts }) => parts.includes('run')).map(({ equipmentId }) => equipmentId)
  if (withRuns.length > 0) await publishRuns(ctx, withRuns)
  const rescheduled = changes.filter(({ parts }) => parts.some((part) => scheduled.includes(part)))
  await writeAheadAgain(
    ctx,
    rescheduled.map(({ equipmentId }) => equipmentId),
  )
  await markChanged(ctx, changes)
  await evaluateAgain(ctx, changes.filter(changesAlarms))
}
