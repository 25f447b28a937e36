const WEEK_MS = 7 * 86_400_000

/** Group of the list of maintenance: tripped, due within seven days, or later. */
export type DueGroup = 'overdue' | 'soon' | 'upcoming'

/** State that decides the place of maintenance in the list. Instants are epoch ms. */
export interface DueState {
  /** Instant of the trip that lasts; null: it is not due yet. */
  readonly trippedAt: number | null
  /** Instant at which it is due, by the calendar or projected; null: nobody can say. */
  readonly dueAt: number | null
  /** Part of the interval that has passed, 0 to 1 and more. */
  readonly part: number
}

/**
 * Returns the group of maintenance at `now`. Maintenance that is due exactly seven days ahead is due within seven days.
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

/** Compares instants; null is later than all. */
const ascending = (a: number | null, b: number | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a - b
