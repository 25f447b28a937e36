import type { Tenure } from '../devices/index.ts'
import type { MachineEvent } from './types.ts'

/** A device being a machine's primary, `[from, to)` in epoch ms. */
export interface PrimaryTenure extends Tenure {
  readonly deviceId: number
}

/**
 * Returns who was a machine's primary over all time, ascending: `tenures` as they are assigned now, and before them the
 * machine's first primary, which counts from ever until another takes over, also one dated back (domain, section 2).
 * `firstDeviceId` is null where the first is not recorded: then it is the device of the first tenure. Nobody without tenures.
 */
export function primariesFromEver(
  firstDeviceId: number | null,
  tenures: readonly PrimaryTenure[],
): readonly PrimaryTenure[] {
  const [first] = tenures
  if (first === undefined) return []
  if (firstDeviceId === null || first.deviceId === firstDeviceId)
    return [{ ...first, from: Number.NEGATIVE_INFINITY }, ...tenures.slice(1)]
  return [{ deviceId: firstDeviceId, from: Number.NEGATIVE_INFINITY, to: first.from }, ...tenures]
}

/** Returns whether a device was a machine's primary at an instant (epoch ms), by the machine's primaries from ever. */
export function isPrimaryAt(primaries: readonly PrimaryTenure[], deviceId: number, at: number): boolean {
  return primaries.some((one) => one.deviceId === deviceId && one.from <= at && (one.to === null || at < one.to))
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
