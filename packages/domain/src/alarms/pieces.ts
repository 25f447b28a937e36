import type { Trip } from './rule.ts'

/** Returns the trip that still stands at the end of an evaluation, the last of its trips; null when none does. */
export function openAtEnd(trips: readonly Trip[]): Trip | null {
  const last = trips.at(-1)
  return last !== undefined && last.clearedAt === null ? last : null
}

/**
 * Adds the trips `next` to those of the time before `from` (epoch ms), so that the list is that of one evaluation of the whole
 * time. `next` was evaluated from `from` on, with `openAtEnd(trips)` as the trip that stood before.
 */
export function addPiece(trips: Trip[], next: readonly Trip[], from: number): void {
  const open = openAtEnd(trips)
  if (open !== null) {
    trips.pop()
    if (next[0]?.trippedAt !== open.trippedAt) trips.push({ ...open, clearedAt: from })
  }
  for (const trip of next) trips.push(trip)
}
