/** A run as a person enters it in the form (specification 2, section 5). */
export interface RunEntry {
  readonly tagIds: readonly number[]
  /** Number of parts to make; null: the field is empty. */
  readonly partQty: number | null
  readonly partsPerCycle: number | null
  readonly indefinite: boolean
  readonly allowOverrun: boolean
  readonly notifyRosterIds: readonly number[]
}

/** Digits of a quotient that are exact; the digits after them are rounding errors of the division. */
const TRUE_DIGITS = 12

/**
 * Returns the number of cycles that make so many parts: part quantity / parts per cycle, rounded up; 0 when that is not finite.
 */
export function cyclesFor(partQty: number | null, partsPerCycle: number | null): number {
  const cycles = Math.ceil(Number(((partQty ?? 0) / (partsPerCycle ?? 0)).toPrecision(TRUE_DIGITS)))
  return Number.isFinite(cycles) ? cycles : 0
}

/** Returns the field that a run still needs before it can start; null: nothing is missing. */
export function missingToStart(entry: RunEntry): 'tag' | 'quantity' | null {
  if (entry.tagIds.length === 0) return 'tag'
  return entry.indefinite || cyclesFor(entry.partQty, entry.partsPerCycle) > 0 ? null : 'quantity'
}

/** Returns true when a run is indefinite: its total or its parts per cycle is empty. Such a run cannot be updated. */
export const isIndefinite = (run: { cyclesTotal: number | null; partsPerCycle: number | null }): boolean =>
  run.cyclesTotal === null || run.partsPerCycle === null

/** Returns the least part quantity that a run can have: the number of parts its cycles have already made. */
export const leastPartQty = (cyclesDone: number, partsPerCycle: number | null): number =>
  cyclesDone * (partsPerCycle ?? 1)

/**
 * Returns true when an update would change the part quantity or the set of notified rosters; the order of rosters does not
 * matter.
 */
export function isUpdated(
  before: Pick<RunEntry, 'partQty' | 'notifyRosterIds'>,
  after: Pick<RunEntry, 'partQty' | 'notifyRosterIds'>,
): boolean {
  const [rostersBefore, rostersAfter] = [new Set(before.notifyRosterIds), new Set(after.notifyRosterIds)]
  return (
    before.partQty !== after.partQty ||
    rostersBefore.size !== rostersAfter.size ||
    [...rostersAfter].some((id) => !rostersBefore.has(id))
  )
}
