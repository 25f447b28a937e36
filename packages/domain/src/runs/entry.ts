import { partsOf } from './runs.ts'

/** Content of the form with which a person starts or edits a run (specification 2, section 5). */
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
 * Returns the number of cycles that make so many parts: `partQty` / `partsPerCycle`, rounded up. Returns 0 when a number is
 * missing or the quotient is not finite.
 */
export function cyclesFor(partQty: number | null, partsPerCycle: number | null): number {
  const cycles = Math.ceil(Number(((partQty ?? 0) / (partsPerCycle ?? 0)).toPrecision(TRUE_DIGITS)))
  return Number.isFinite(cycles) ? cycles : 0
}

/**
 * Returns the first field that a run still needs before it can start: a tag, or a quantity if the run is not indefinite and
 * `cyclesFor` gives 0, also because its parts per cycle are missing; null: nothing is missing.
 */
export function missingToStart(entry: RunEntry): 'tag' | 'quantity' | null {
  if (entry.tagIds.length === 0) return 'tag'
  return entry.indefinite || cyclesFor(entry.partQty, entry.partsPerCycle) > 0 ? null : 'quantity'
}

/**
 * Returns true when a run is indefinite: its total or its parts per cycle is empty. The pages offer no update of such a run, only
 * its end.
 */
export const isIndefinite = (run: { cyclesTotal: number | null; partsPerCycle: number | null }): boolean =>
  run.cyclesTotal === null || run.partsPerCycle === null

/** Returns the least part quantity that a run can have: the parts that its cycles have already made. */
export const leastPartQty = (cyclesDone: number, partsPerCycle: number | null): number =>
  partsOf(cyclesDone, { partsPerCycle })

/**
 * Returns the number of parts that the cycles of a quantity make, if that is another number than `partQty`: whole
 * cycles make 102 parts of 100 at 3. Undefined: it is the same number, or no cycles can be computed.
 */
export function partsIfRounded(partQty: number | null, partsPerCycle: number | null): number | undefined {
  const cycles = cyclesFor(partQty, partsPerCycle)
  const parts = Number(partsOf(cycles, { partsPerCycle }).toPrecision(TRUE_DIGITS))
  return cycles === 0 || parts === partQty ? undefined : parts
}

/**
 * Checks an entry of `scrap` more parts. Returns the number of parts that the run has made if its whole scrap would
 * then be more than that. Undefined if the entry is possible, also for 0 or less.
 */
export function madeIfScrapExceeds(
  run: { readonly cyclesCurrent: number; readonly partsPerCycle: number | null; readonly scrapQty: number },
  scrap: number,
): number | undefined {
  const made = partsOf(run.cyclesCurrent, run)
  return scrap > 0 && run.scrapQty + scrap > made ? made : undefined
}

/**
 * Returns true when `after` changes the part quantity or the set of notified groups; other fields and the order of groups do
 * not matter.
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
