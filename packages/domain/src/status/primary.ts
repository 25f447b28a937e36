import type { Tenure } from '../devices/index.ts'
import type { MachineEvent } from './types.ts'

/** A device being a machine's primary, `[from, to)` in epoch ms. */
export interface PrimaryTenure extends Tenure {
  readonly deviceId: number
}

/**
 * The changes of a machine's primary device, as events among those that devices send, from all its tenures, ascending and
 * without overlap. The first one changes nothing: what is older than it belongs to it (domain, section 2).
 */
export function primaryChanges(tenures: readonly PrimaryTenure[]): MachineEvent[] {
  const changes: MachineEvent[] = []
  for (const [i, tenure] of tenures.entries()) {
    const previous = tenures[i - 1]
    const next = tenures[i + 1]
    const goesOn = previous?.to === tenure.from && previous.deviceId === tenure.deviceId
    if (previous && !goesOn) changes.push(primaryEvent(tenure.from, true))
    if (tenure.to !== null && next?.from !== tenure.to) changes.push(primaryEvent(tenure.to, false))
  }
  return changes
}

/**
 * A change of primary device: `primary` from `at` (epoch ms) on when `has`, none else. The empty batch id places it before
 * all that devices say at the same instant; where one goes and another comes at once, the coming one counts.
 */
export function primaryEvent(at: number, has: boolean): MachineEvent {
  return { at, batchId: '', position: has ? 1 : 0, signal: { kind: has ? 'primary' : 'no_primary' } }
}
