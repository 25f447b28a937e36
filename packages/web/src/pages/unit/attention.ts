import { isUnderTarget } from '@millwatch/domain/utilization'
import type { MachineTile } from '../../features/tree/types.ts'
import { keyOf } from './arrange.ts'

/** Machines of a unit that need somebody, by cause; each list has the worst first. */
export interface NeedingMachines {
  /** Machines in excessive downtime, the longest first. */
  readonly excessive: readonly MachineTile[]
  /** Machines offline although scheduled, the longest first. */
  readonly offline: readonly MachineTile[]
  /** Machines that are down in scheduled time, but not excessively yet, the longest first. */
  readonly down: readonly MachineTile[]
  /** Machines under the target of their unit, those furthest below it first. */
  readonly under: readonly MachineTile[]
}

const since = (machine: MachineTile): number => Date.parse(machine.current_status?.started_at ?? '')
const longestFirst = (a: MachineTile, b: MachineTile): number => since(a) - since(b)

/**
 * Returns the machines of a unit that need somebody, by cause. Excessive, offline and down machines are only those that are
 * scheduled now; a machine that utilization excludes is never under its target.
 */
export function needingMachines(machines: readonly MachineTile[]): NeedingMachines {
  return {
    excessive: machines
      .filter((machine) => machine.in_excessive_downtime && machine.currently_scheduled)
      .toSorted(longestFirst),
    offline: machines
      .filter((machine) => machine.currently_scheduled && keyOf(machine) === 'offline')
      .toSorted(longestFirst),
    down: machines
      .filter((machine) => machine.currently_scheduled && keyOf(machine) === 'down' && !machine.in_excessive_downtime)
      .toSorted(longestFirst),
    under: machines
      .filter((machine) => isUnderTarget(machine.util_pct, machine.target_pct, machine.util_excluded))
      .toSorted((a, b) => (a.util_pct ?? 0) - a.target_pct - ((b.util_pct ?? 0) - b.target_pct)),
  }
}
