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
  /** Number of machines not scheduled that are running nevertheless. */
  readonly unscheduledRunning: number
}

const statuses: readonly StatusKey[] = ['running', 'down', 'offline', 'powered-off', 'unknown']

/** Counts the machines that are scheduled now, these also by status, those that are not scheduled, and those of them that run. */
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

/**
 * Returns the counts in one line: `Scheduled 4: 3 running, 1 down · 22 not scheduled`. A part without machines is left out; blank
 * without any machine.
 */
export function nowWords({ scheduled, byStatus, unscheduled }: NowCounts): string {
  const states = byStatus.map(({ status, machines }) => `${count(machines)} ${statusText[status].toLowerCase()}`)
  const parts = [
    ...(scheduled > 0 ? [`Scheduled ${count(scheduled)}: ${states.join(', ')}`] : []),
    ...(unscheduled > 0 ? [`${count(unscheduled)} not scheduled`] : []),
  ]
  return parts.join(' · ')
}
