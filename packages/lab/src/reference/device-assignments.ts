/**
 * Reference model of assignments: which machine an event belongs to, and which device is primary. It folds the changes that
 * people made, in the order in which they made them.
 */

/** Change of the assignment of a device, as a person made it: to a machine, off all machines, or in its role there. */
export interface AssignmentChange {
  readonly device: string
  /** Machine of the device from the change on; null if it is on none. */
  readonly machine: string | null
  readonly isPrimary: boolean
  /** Instant (epoch ms) from which the change applies. */
  readonly from: number
  /**
   * True if a person gave the instant, which may be in the past. Events since then that stayed with the device go to the machine.
   */
  readonly isDated: boolean
}

/**
 * Time of a device on a machine, from `from` (inclusive) to `to` (exclusive), epoch ms; `to` is null while the device is on it.
 */
export interface TimeOnMachine {
  readonly machine: string
  readonly from: number
  readonly to: number | null
}

/** Primary device of a machine from an instant (epoch ms) on; `device` is null if the machine has none. */
export interface PrimarySince {
  readonly from: number
  readonly device: string | null
}

/**
 * Returns the times of a device on machines, in the order of the changes. A change of its role on the same machine does not begin
 * a new time. Empty if it was on none.
 */
export function timesOnMachines(changes: readonly AssignmentChange[], device: string): TimeOnMachine[] {
  const times: TimeOnMachine[] = []
  for (const change of changes.filter((each) => each.device === device)) {
    const last = times.at(-1)
    const current = last?.to === null ? last : undefined
    if (current?.machine === change.machine) continue
    if (current !== undefined) times[times.length - 1] = { ...current, to: change.from }
    if (change.machine !== null) times.push({ machine: change.machine, from: change.from, to: null })
  }
  return times
}

/**
 * Returns the machine of an event at its receipt: "the assignment in force at its `t`; one older than the first assignment
 * belongs to the first [...]. With none in force it stays with the device", which is null.
 */
export function machineAtReceipt(changes: readonly AssignmentChange[], device: string, at: number): string | null {
  const times = timesOnMachines(changes, device)
  const inForce = times.find(({ from, to }) => from <= at && (to === null || at < to))
  if (inForce !== undefined) return inForce.machine
  const first = times[0]
  return first !== undefined && at < first.from ? first.machine : null
}

/**
 * Returns the primary devices of a machine, ascending: "a machine's first primary counts as its primary from ever, until another
 * takes over, also one dated back". A takeover replaces every entry from its instant on.
 */
export function primariesOf(changes: readonly AssignmentChange[], machine: string): PrimarySince[] {
  let primaries: PrimarySince[] = []
  const becomes = (device: string | null, from: number) => {
    const isFirst = primaries.length === 0
    const earlier = primaries.filter((each) => each.from < from)
    if (earlier.at(-1)?.device === device) primaries = earlier
    else primaries = [...earlier, { from: isFirst ? Number.NEGATIVE_INFINITY : from, device }]
  }
  for (const change of changes) {
    const isNowPrimary = primaries.length > 0 && primaries.at(-1)?.device === change.device
    const willBePrimary = change.machine === machine && change.isPrimary
    if (willBePrimary && !isNowPrimary) becomes(change.device, change.from)
    if (!willBePrimary && isNowPrimary) becomes(null, change.from)
  }
  return primaries
}

/** Returns the device that is primary at an instant (epoch ms); null if there is none. */
export function primaryAt(primaries: readonly PrimarySince[], at: number): string | null {
  return primaries.findLast(({ from }) => from <= at)?.device ?? null
}
