import { isUnderUtilized } from '@millwatch/domain/utilization'
import type { MachineTile } from '../../features/tree/types.ts'
import { keyOf } from './arrange.ts'

/** Machines of a unit that need somebody, by cause; each list has the worst first. */
export interface NeedingMachines {
  /** Machines in excessive downtime, the longest first. */
  readonly excessive: readonly MachineTile[]
  /** Machines offline although scheduled, the longest first. */
  readonly offline: readonly MachineTile[]
  /** Machines under the limit of utilization, the lowest first. */
  readonly under: readonly MachineTile[]
}

const since = (machine: MachineTile): number => Date.parse(machine.current_status?.started_at ?? '')
const longestFirst = (a: MachineTile, b: MachineTile): number => since(a) - since(b)

/** Returns the machines of a unit that need somebody. One that stands outside its schedule is neither
 * excessive nor offline; one that is not counted is never under the limit. */
export function needingMachines(machines: readonly MachineTile[]): NeedingMachines {
  return {
    excessive: machines
      .filter((machine) => machine.in_excessive_downtime && machine.currently_scheduled)
      .toSorted(longestFirst),
    offline: machines
      .filter((machine) => machine.currently_scheduled && keyOf(machine) === 'offline')
      .toSorted(longestFirst),
    under: machines
      .filter((machine) => isUnderUtilized(machine.util_pct, machine.util_excluded))
      .toSorted((a, b) => (a.util_pct ?? 0) - (b.util_pct ?? 0)),
  }
}
