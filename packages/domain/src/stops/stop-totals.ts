/** Stops counted together: their number, and the part of their time that is summed, in ms. */
export interface StopCount {
  readonly stops: number
  readonly ms: number
}

/** Total of all stops with one key, such as a reason (null: none given) or a machine. */
export interface StopTotal<Key> extends StopCount {
  readonly key: Key
}

/**
 * Returns the total of the stops of each key, the longest time first; of equal times the greater number of stops, then the
 * one met first. A single stop has `stops` 1. Empty for no stops.
 */
export function stopTotals<Stop extends StopCount, Key>(
  stops: Iterable<Stop>,
  keyOf: (stop: Stop) => Key,
): StopTotal<Key>[] {
  const totals = new Map<Key, { key: Key; stops: number; ms: number }>()
  for (const stop of stops) {
    const key = keyOf(stop)
    const total = totals.get(key)
    if (total === undefined) totals.set(key, { key, stops: stop.stops, ms: stop.ms })
    else {
      total.stops += stop.stops
      total.ms += stop.ms
    }
  }
  return [...totals.values()].sort((a, b) => b.ms - a.ms || b.stops - a.stops)
}

/** First totals of a list, and the sum of all other totals. */
export interface LargestTotals<Key> {
  readonly largest: readonly StopTotal<Key>[]
  /** Sum of the other totals, with their number `keys`; null: there are none. */
  readonly others: (StopCount & { readonly keys: number }) | null
}

/** Number of totals that reports list before `others`. */
export const MOST_TOTALS = 10

/**
 * Splits totals, in the order of `stopTotals`, into the first `most` and the sum of the others, which is null when
 * there are none.
 */
export function largestTotals<Key>(totals: readonly StopTotal<Key>[], most: number = MOST_TOTALS): LargestTotals<Key> {
  const rest = totals.slice(most)
  const others = rest.length === 0 ? null : { ...sumStops(rest), keys: rest.length }
  return { largest: totals.slice(0, most), others }
}

/** Returns the sum of totals; 0 stops and 0 ms for none. */
export function sumStops(totals: Iterable<StopCount>): StopCount {
  let [stops, ms] = [0, 0]
  for (const total of totals) {
    stops += total.stops
    ms += total.ms
  }
  return { stops, ms }
}
