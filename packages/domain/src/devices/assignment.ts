/** Time during which a device is assigned to a machine, `[from, to)` in epoch ms; `to` is null while the assignment lasts. */
export interface Tenure {
  readonly from: number
  readonly to: number | null
}

/**
 * Returns the assignment to which an event of a device at `at` belongs: the one in force at that instant. An event older than
 * the first assignment belongs to the first. Returns null when none is in force; the event then stays with the device (domain,
 * section 2). `assignments` may be in any order and do not overlap.
 */
export function assignmentAt<Assignment extends Tenure>(
  assignments: readonly Assignment[],
  at: number,
): Assignment | null {
  let first: Assignment | null = null
  for (const assignment of assignments) {
    if (assignment.from <= at && (assignment.to === null || at < assignment.to)) return assignment
    if (first === null || assignment.from < first.from) first = assignment
  }
  return first !== null && at < first.from ? first : null
}
