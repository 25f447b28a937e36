import { firstIndex } from '../time/index.ts'
import type { Trip, TripValue } from './rule.ts'

/**
 * Kind of a trip in history. `announced`: it stood when it became known, or became known in time, so people are notified.
 * `late`: it was over when it became known, so nobody is. `withdrawn`: later data show that there was none. A withdrawn trip that
 * comes back when it is over is `announced` too, without a notice.
 */
export type TripKind = 'announced' | 'late' | 'withdrawn'

/**
 * Trip as stored. For a withdrawn trip `clearedAt` is the instant at which it had cleared or, if it was still open, that of its
 * withdrawal.
 */
export interface StoredTrip {
  readonly id: number
  readonly trippedAt: number
  readonly clearedAt: number | null
  readonly kind: TripKind
  readonly value: TripValue
}

/** Notice to people that a change of history causes: of a trip, of the clearing of a trip, or none (null). */
export type TripNotice = 'tripped' | 'cleared' | null

/** Stored trip with its new content, and the notice that the change causes. */
export interface TripChange extends StoredTrip {
  readonly notice: TripNotice
}

/** Trip to add to history, and the notice that the addition causes. */
export interface NewTrip extends Omit<StoredTrip, 'id'> {
  readonly notice: TripNotice
}

/** Changes of an alarm's history. Apply `changes` before `inserts`, so that never two trips are open at once. */
export interface Reconciled {
  readonly changes: readonly TripChange[]
  readonly inserts: readonly NewTrip[]
}

/**
 * Returns the stored trip, not a withdrawn one, that stands just before `from` (epoch ms), with which an evaluation from there
 * begins; null when the alarm is not tripped then. `stored` contains at least the trips that touch the time from `from` on.
 */
export const openBefore = (stored: readonly StoredTrip[], from: number): StoredTrip | null =>
  stored.find(
    (row) => row.kind !== 'withdrawn' && row.trippedAt < from && (row.clearedAt === null || row.clearedAt >= from),
  ) ?? null

/**
 * Returns the changes that make the history of an alarm agree with an evaluation of `[from, now]` (ruling R19).
 *
 * A stored trip goes on as the evaluated trip that it overlaps most, of equals the earlier; trips that do not last are the same
 * when their instants, or the instants from which they count, are equal. A trip that nobody knew gives a notice if it still
 * stands or is known in time, else it is late. A stored trip that is no more is withdrawn without a notice. When it comes back
 * and stands, it is announced again; the key of the notice, which is that of the stored trip, prevents a second one. A trip that
 * was announced gives a notice when it clears, except at one of the instants `quietAt`: those of changed arguments, and of
 * archiving (ruling R45).
 */
export function reconcile(request: {
  /** Stored trips that are open or end at `from` or later; of types whose trips do not last also earlier withdrawn ones. */
  readonly stored: readonly StoredTrip[]
  /** Trips as evaluated over `[from, now]`. */
  readonly trips: readonly Trip[]
  readonly from: number
  readonly now: number
  readonly quietAt: readonly number[]
}): Reconciled {
  const { stored, trips, from, now, quietAt } = request
  const changes: TripChange[] = []
  const earlier = openBefore(stored, from)
  const goesOn = trips.find((trip) => trip.trippedAt < from)
  if (earlier !== null) changes.push(...changeOf(earlier, goesOn ?? { ...earlier, clearedAt: from }, now, quietAt))
  // A withdrawn trip of a shift comes back with the shift, also when the shift ends later than before.
  const rows = stored.filter((row) => row.trippedAt >= from || row.kind === 'withdrawn')
  const rest = trips.filter((trip) => trip.trippedAt >= from)
  const pairs = paired(rows, rest, now)
  for (const row of rows) {
    const trip = pairs.get(row)
    if (trip !== undefined) changes.push(...changeOf(row, trip, now, quietAt))
    else if (row.kind !== 'withdrawn') changes.push(withdrawn(row, now))
  }
  const matched = new Set(pairs.values())
  const inserts = rest.filter((trip) => !matched.has(trip)).map((trip) => newTrip(trip, now))
  return { changes: closingFirst(changes), inserts }
}

/** Returns the changes in an order in which trips close before another is opened: those with `clearedAt` null are last. */
const closingFirst = (changes: readonly TripChange[]): TripChange[] =>
  [...changes].sort((a, b) => Number(a.clearedAt === null) - Number(b.clearedAt === null))

type Evaluated = Pick<Trip, 'trippedAt' | 'clearedAt' | 'value'> & { readonly notifyUntil?: number | null }

/**
 * Returns true when people are notified of a trip that becomes known at `now`: `notifyUntil` has not passed or, if it is null,
 * the trip has not cleared.
 */
const isTimely = ({ clearedAt, notifyUntil = null }: Evaluated, now: number): boolean =>
  notifyUntil === null ? clearedAt === null : now <= notifyUntil

function newTrip(trip: Trip, now: number): NewTrip {
  const { trippedAt, clearedAt, value } = trip
  const isAnnounced = isTimely(trip, now)
  const kind = isAnnounced ? 'announced' : 'late'
  return { trippedAt, clearedAt, value, kind, notice: isAnnounced ? 'tripped' : null }
}

function changeOf(row: StoredTrip, trip: Evaluated, now: number, quietAt: readonly number[]): TripChange[] {
  const { trippedAt, clearedAt, value } = trip
  // One that was withdrawn and came back when it was over may never have been announced, though it counts as such.
  const standsAgain = row.clearedAt !== null && clearedAt === null
  const isNews = (row.kind !== 'announced' || standsAgain) && isTimely(trip, now)
  const kind = row.kind === 'late' && !isNews ? 'late' : 'announced'
  const isSame =
    row.trippedAt === trippedAt && row.clearedAt === clearedAt && row.kind === kind && isSameValue(row.value, value)
  if (isSame) return []
  const clears = row.kind === 'announced' && row.clearedAt === null && clearedAt !== null
  const isQuiet = clearedAt !== null && quietAt.includes(clearedAt)
  const notice = isNews ? 'tripped' : clears && !isQuiet ? 'cleared' : null
  return [{ id: row.id, trippedAt, clearedAt, value, kind, notice }]
}

const isSameValue = (a: TripValue, b: TripValue): boolean => a.amount === b.amount && a.since === b.since

const withdrawn = (row: StoredTrip, now: number): TripChange => ({
  ...row,
  clearedAt: row.clearedAt ?? Math.max(now, row.trippedAt),
  kind: 'withdrawn',
  notice: null,
})

/**
 * Pairs stored trips with evaluated ones, each at most once. Rows that are not withdrawn come before withdrawn ones, then the
 * longest overlap wins, then the earlier trip. Trips without a partner are left out.
 */
function paired(rows: readonly StoredTrip[], trips: readonly Trip[], now: number): Map<StoredTrip, Trip> {
  const near = new TripsByTime(trips, now)
  const candidates = rows.flatMap((row) =>
    near.of(row).flatMap((trip) => {
      const overlapMs = overlapOf(row, trip, now)
      return overlapMs === null ? [] : [{ row, trip, overlapMs }]
    }),
  )
  const isGone = (row: StoredTrip) => Number(row.kind === 'withdrawn')
  candidates.sort(
    (a, b) =>
      isGone(a.row) - isGone(b.row) ||
      b.overlapMs - a.overlapMs ||
      a.trip.trippedAt - b.trip.trippedAt ||
      a.row.trippedAt - b.row.trippedAt ||
      a.row.id - b.row.id,
  )
  const pairs = new Map<StoredTrip, Trip>()
  const taken = new Set<Trip>()
  for (const { row, trip } of candidates) {
    if (pairs.has(row) || taken.has(trip)) continue
    pairs.set(row, trip)
    taken.add(trip)
  }
  return pairs
}

/** Evaluated trips, ascending and apart, found by time, so that thousands of them are paired in little time. */
class TripsByTime {
  readonly #lasting: readonly Trip[]
  readonly #byInstant: ReadonlyMap<number, readonly Trip[]>
  readonly #bySince: ReadonlyMap<number, readonly Trip[]>
  readonly #now: number

  constructor(trips: readonly Trip[], now: number) {
    const momentary = trips.filter(({ notifyUntil }) => notifyUntil !== null)
    this.#lasting = trips.filter(({ notifyUntil }) => notifyUntil === null)
    this.#byInstant = Map.groupBy(momentary, ({ trippedAt }) => trippedAt)
    this.#bySince = Map.groupBy(momentary, ({ value }) => value.since)
    this.#now = now
  }

  /** Returns all trips that `overlapOf` may pair with a stored one, some of them twice. */
  of({ trippedAt, clearedAt, value }: StoredTrip): Trip[] {
    const near = [...(this.#byInstant.get(trippedAt) ?? []), ...(this.#bySince.get(value.since) ?? [])]
    const until = Math.max(trippedAt, clearedAt ?? this.#now)
    const first = firstIndex(
      this.#lasting.length,
      (place) => (this.#lasting[place]?.clearedAt ?? Number.POSITIVE_INFINITY) >= trippedAt,
    )
    for (let i = first; i < this.#lasting.length; i++) {
      const trip = this.#lasting[i] as Trip
      if (trip.trippedAt > until) break
      near.push(trip)
    }
    return near
  }
}

/**
 * Returns the time (ms) in which both trips stand, an open trip up to `now`; null when they do not overlap and begin at different
 * instants. Trips that do not last give 0 if their instants or the starts of their amounts are equal, else null.
 */
function overlapOf(row: StoredTrip, trip: Trip, now: number): number | null {
  if (trip.notifyUntil !== null)
    return row.trippedAt === trip.trippedAt || row.value.since === trip.value.since ? 0 : null
  const from = Math.max(row.trippedAt, trip.trippedAt)
  const overlapMs = Math.min(row.clearedAt ?? now + 1, trip.clearedAt ?? now + 1) - from
  return overlapMs > 0 || row.trippedAt === trip.trippedAt ? overlapMs : null
}
