import type { MachineTile } from '../../features/tree/types.ts'
import { count } from '../../lib/format.ts'
import { type StatusKey, statusText } from '../../ui/status.ts'
import { keyOf } from './arrange.ts'

/** Numbers of machines of a unit as they are now. */
export interface NowCounts {
  readonly scheduled: number
  /** Numbers of scheduled machines by status; a status without machines is missing. */
  readonly byStatus: readonly { readonly status: StatusKey; readonly machines: number }[]
  readonly unscheduled: number
  /** Machines of those not scheduled that run all the same. */
  readonly unscheduledRunning: number
}

const statuses: readonly StatusKey[] = ['running', 'down', 'offline', 'powered-off', 'unknown']

/** Counts machines by what they do now; a machine outside its schedule counts for itself, whatever its status. */
export function nowCounts(machines: readonly MachineTile[]): NowCounts {
  const scheduled = machines.filter((machine) => machine.currently_scheduled)
  const unscheduled = machines.filter((machine) => !machine.currently_scheduled)
  return {
    scheduled: scheduled.length,
    byStatus: statuses
      .map((status) => ({ status, machines: scheduled.filter((machine) => keyOf(machine) === status).length }))
      .filter(({ machines: many }) => many > 0),
    unscheduled: unscheduled.length,
    unscheduledRunning: unscheduled.filter((machine) => keyOf(machine) === 'running').length,
  }
}

/** Returns the counts in one line: `Scheduled 4: 3 running, 1 down · 22 not scheduled`. */
export function nowWords({ scheduled, byStatus, unscheduled }: NowCounts): string {
  const states = byStatus.map(({ status, machines }) => `${count(machines)} ${statusText[status].toLowerCase()}`)
  const parts = [
    ...(scheduled > 0 ? [`Scheduled ${count(scheduled)}: ${states.join(', ')}`] : []),
    ...(unscheduled > 0 ? [`${count(unscheduled)} not scheduled`] : []),
  ]
  return parts.join(' · ')
}
