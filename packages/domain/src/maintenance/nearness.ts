import { WEEK_MS } from '../time/index.ts'

/**
 * Group of the list of maintenance: `overdue` has tripped, `soon` is due within seven days, `upcoming` is later or has no date.
 */
export type DueGroup = 'overdue' | 'soon' | 'upcoming'

/** State that decides the place of maintenance in the list. Instants are epoch ms. */
export interface DueState {
  /** Instant of the trip that lasts; null: the maintenance is not due yet. */
  readonly trippedAt: number | null
  /** Instant at which the maintenance is due, by the calendar or projected; null: not known. */
  readonly dueAt: number | null
  /** Part of the interval that has passed: 0 to 1, and above 1 after its end. */
  readonly part: number
}

/**
 * Returns the group of maintenance at `now` (epoch ms): `overdue` if it has tripped, `soon` if its date is at most seven days
 * ahead, else `upcoming`, also without a date.
 */
export const dueGroupOf = ({ trippedAt, dueAt }: Pick<DueState, 'trippedAt' | 'dueAt'>, now: number): DueGroup =>
  trippedAt !== null ? 'overdue' : dueAt !== null && dueAt <= now + WEEK_MS ? 'soon' : 'upcoming'

/**
 * Compares maintenance by nearness, for sorting: overdue maintenance first, the longest overdue before others; then by
 * the date at which it is due; maintenance without a date last. Of equal ones, that with the greater part of its amount
 * done comes first.
 */
export function compareNearness(a: DueState, b: DueState): number {
  return (
    ascending(a.trippedAt, b.trippedAt) || (a.trippedAt === null ? ascending(a.dueAt, b.dueAt) : 0) || b.part - a.part
  )
}

/** Compares instants for an ascending order; null comes after all instants, and two nulls are equal. */
const ascending = (a: number | null, b: number | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a - b
