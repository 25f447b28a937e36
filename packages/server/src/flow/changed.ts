import type { ChangedPart, MachineChange } from '@millwatch/domain/facts'
import { evaluateAgain } from '../modules/alarms/index.ts'
import { writeAheadAgain } from '../modules/shifts/index.ts'
import { type RecomputeCause, requestRecompute } from '../modules/status/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { markChanged } from './mark-rollups.ts'
import { publishRuns } from './runs.ts'
import { restateChanged } from './stops.ts'

/**
 * Cause to record when a change of a part recomputes the machine's status; parts that are missing here do not affect the status.
 */
const causeOfPart: Partial<Record<ChangedPart, RecomputeCause>> = {
  primary: 'changed_device',
  input_setup: 'changed_device',
  status_setting: 'changed_setting',
}

/** Returns true if a change affects alarms: if it is not of runs alone, which alarms do not read. */
const changesAlarms = ({ parts }: MachineChange) => parts.some((part) => part !== 'run')

/** Parts of a machine whose change requires that its future shift history is written again. */
const scheduled: readonly ChangedPart[] = ['schedule', 'zone', 'parent']

/**
 * Applies the consequences of people's changes to machines, in the transaction of the change; the `parts` of a change decide
 * which apply. It requests the recomputation of status, which the machine's next commit does. At once it records restatements,
 * publishes runs, writes future shift history again, marks rollups dirty and makes alarms due.
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
