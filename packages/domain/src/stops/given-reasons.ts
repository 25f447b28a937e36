/** Number of the last stops with a reason that decide which reason is likely. */
const LAST_STOPS = 9

/** Number of reasons that are offered as recent. */
const RECENT = 3

/** Stop with the reason that it was given; null: none. */
interface ReasonedStop {
  readonly startedAt: number
  readonly reasonId: number | null
}

/** Reason that was given most often to the last stops of a machine. */
export interface LikelyReason {
  readonly reasonId: number
  /** Stops with this reason, among the last `among` stops with a reason. */
  readonly count: number
  readonly among: number
}

/** Returns the reasons that were given to the stops, the latest stop first; stops without a reason are left out. */
const given = (stops: readonly ReasonedStop[]): number[] =>
  stops.toSorted((a, b) => b.startedAt - a.startedAt).flatMap(({ reasonId }) => (reasonId === null ? [] : [reasonId]))

/**
 * Returns the reason that was given most often to the last nine stops with a reason; of equally frequent ones the one given to
 * the latest stop. Null: no stop has a reason. The stops are of one machine, in any order.
 */
export function likelyReason(stops: readonly ReasonedStop[]): LikelyReason | null {
  const last = given(stops).slice(0, LAST_STOPS)
  const counts = new Map<number, number>()
  for (const id of last) counts.set(id, (counts.get(id) ?? 0) + 1)
  // A map keeps the order of its first entries, so the latest reason comes first among equals.
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  return most === undefined ? null : { reasonId: most[0], count: most[1], among: last.length }
}

/** Returns the ids of the last three different reasons that were given to the stops of a machine, the latest first. */
export const recentReasons = (stops: readonly ReasonedStop[]): number[] => [...new Set(given(stops))].slice(0, RECENT)
