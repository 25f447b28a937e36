/** A run as it is typed in (specification 2, section 5). */
export interface RunEntry {
  readonly tagIds: readonly number[]
  /** How many parts it is to make; null: nothing is typed. */
  readonly partQty: number | null
  readonly partsPerCycle: number | null
  readonly indefinite: boolean
  readonly allowOverrun: boolean
  readonly notifyRosterIds: readonly number[]
}

/** So many digits of a quotient are true; the rest is how the machine divides. */
const TRUE_DIGITS = 12

/** Cycles that make so many parts: part quantity / parts per cycle, rounded up; 0 where that is not finite. */
export function cyclesFor(partQty: number | null, partsPerCycle: number | null): number {
  const cycles = Math.ceil(Number(((partQty ?? 0) / (partsPerCycle ?? 0)).toPrecision(TRUE_DIGITS)))
  return Number.isFinite(cycles) ? cycles : 0
}

/** What a run still needs before it can start; null: nothing. */
export function missingToStart(entry: RunEntry): 'tag' | 'quantity' | null {
  if (entry.tagIds.length === 0) return 'tag'
  return entry.indefinite || cyclesFor(entry.partQty, entry.partsPerCycle) > 0 ? null : 'quantity'
}

/** A run is indefinite when its total or its parts per cycle is empty; nothing of it can be updated then. */
export const isIndefinite = (run: { cyclesTotal: number | null; partsPerCycle: number | null }): boolean =>
  run.cyclesTotal === null || run.partsPerCycle === null

/** The least part quantity of a run: what its cycles have made already. */
export const leastPartQty = (cyclesDone: number, partsPerCycle: number | null): number =>
  cyclesDone * (partsPerCycle ?? 1)

/** Whether an update would change anything: the part quantity, or who is notified, in whatever order. */
export function isUpdated(
  before: Pick<RunEntry, 'partQty' | 'notifyRosterIds'>,
  after: Pick<RunEntry, 'partQty' | 'notifyRosterIds'>,
): boolean {
  const [was, is] = [new Set(before.notifyRosterIds), new Set(after.notifyRosterIds)]
  return before.partQty !== after.partQty || was.size !== is.size || [...is].some((id) => !was.has(id))
}
