import type { Tenure } from '../devices/index.ts'
import type { MachineEvent } from './types.ts'

/** Time in which a device is the primary of a machine, `[from, to)` in epoch ms. */
export interface PrimaryTenure extends Tenure {
  readonly deviceId: number
}

/**
 * Returns the primary devices of a machine over all time, ascending. The machine's first primary counts from minus infinity
 * until another device takes over, even if that other device is dated back (domain, section 2). `firstDeviceId` null: the
 * first is not recorded, and the device of the first tenure is used. Empty without tenures, which ascend.
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

/**
 * Returns true when a device was the primary of a machine at an instant (epoch ms). `primaries` come from
 * `primariesFromEver`.
 */
export function isPrimaryAt(primaries: readonly PrimaryTenure[], deviceId: number, at: number): boolean {
  return primaries.some(
    (tenure) => tenure.deviceId === deviceId && tenure.from <= at && (tenure.to === null || at < tenure.to),
  )
}

/**
 * Returns one machine event per change of a machine's primary device, ascending, also for a change to none. `tenures` are all of
 * them, ascending and without overlap. The start of the first makes no event, because older events belong to it too (domain,
 * section 2).
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
 * Returns the machine event for a change of primary device at `at` (epoch ms): a new primary when `has`, else none from then
 * on. Its empty batch id sorts it before all events of devices at that instant, and `none` before a new primary.
 */
export function primaryEvent(at: number, has: boolean): MachineEvent {
  return { at, batchId: '', position: has ? 1 : 0, signal: { kind: has ? 'primary' : 'no_primary' } }
}
