/** A stretch of time in which a device stood at an equipment: `[from, to)` in epoch ms, null while it lasts. */
export interface Tenure {
  readonly from: number
  readonly to: number | null
}

/**
 * The assignment an event of a device at `at` belongs to: the one in force then; the first one for what is older than it;
 * null where none is in force, and the event stays with the device (domain, section 2). They may come in any order, and
 * do not overlap.
 */
export function assignmentAt<Assignment extends Tenure>(
  assignments: readonly Assignment[],
  at: number,
): Assignment | null {
  let first: Assignment | null = null
  for (const one of assignments) {
    if (one.from <= at && (one.to === null || at < one.to)) return one
    if (first === null || one.from < first.from) first = one
  }
  return first !== null && at < first.from ? first : null
}
