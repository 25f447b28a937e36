/** Time (ms) within which another completion that does not say what its author saw counts as a repeat, such as a double click. */
const SAME_MS = 60_000

/** Request to complete maintenance, with the state of the maintenance when it arrives. Instants are epoch ms. */
export interface ArrivingCompletion {
  /** Instant from which the maintenance counts now. */
  readonly baseAt: number
  /** Instant from which the maintenance counted when the author of the request looked; null: the request does not contain it. */
  readonly seenBaseAt: number | null
  /** Latest completion; null: none ever. */
  readonly completedAt: number | null
  readonly now: number
}

/**
 * Returns true if a completion must not count: maintenance counts from another instant than its author saw, as after a completion
 * by somebody else. A request that does not say what was seen is taken for a repeat during the minute after a completion.
 */
export const isCompletedAlready = ({ baseAt, seenBaseAt, completedAt, now }: ArrivingCompletion): boolean =>
  seenBaseAt === null ? completedAt !== null && now - completedAt < SAME_MS : seenBaseAt !== baseAt

/**
 * Returns the instant of a completion (epoch ms): now, but at least 1 ms after `baseAt`, the instant from which the maintenance
 * counted before, as the clock may have been set back.
 */
export const completionAt = (now: number, baseAt: number): number => Math.max(now, baseAt + 1)
