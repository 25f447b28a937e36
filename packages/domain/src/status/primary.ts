import type { Tenure } from '../devices/index.ts'
import type { MachineEvent } from './types.ts'

/** A device being a machine's primary, `[from, to)` in epoch ms. */
export interface PrimaryTenure extends Tenure {
  readonly deviceId: number
}

/**
 * The changes of a machine's primary device, as events among those that devices send, from all its tenures, ascending and
 * without overlap. The first one changes nothing: what is older than it belongs to it (domain, section 2). The empty
 * batch id places a change before all that is sent at the same instant.
 */
export function primaryChanges(tenures: readonly PrimaryTenure[]): MachineEvent[] {
  const changes: MachineEvent[] = []
  for (const [i, tenure] of tenures.entries()) {
    const previous = tenures[i - 1]
    const next = tenures[i + 1]
    const goesOn = previous?.to === tenure.from && previous.deviceId === tenure.deviceId
    if (previous && !goesOn) changes.push(change(tenure.from, 'primary'))
    if (tenure.to !== null && next?.from !== tenure.to) changes.push(change(tenure.to, 'no_primary'))
  }
  return changes
}

function change(at: number, kind: 'primary' | 'no_primary'): MachineEvent {
  return { at, batchId: '', position: 0, signal: { kind } }
}
