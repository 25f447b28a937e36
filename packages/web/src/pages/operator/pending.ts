import { HOUR_MS } from '@millwatch/domain/time'
import type { ReadStop } from '../../features/stops/downtime.ts'
import { reasonIn } from '../../features/stops/kept-annotation.ts'
import type { KeptEntry } from '../../lib/kept-entries.ts'

/** Reason that a person gave to a stop on this screen and that is not stored yet. */
interface GivenReason {
  readonly entry: KeptEntry
  readonly reasonId: number | null
}

/** Stop with the reason that was given to it on this screen and is not stored yet; undefined if there is none. */
export interface OperatorStop extends ReadStop {
  readonly given: GivenReason | undefined
}

/** Returns the reason that the latest of the unsent entries about a stop gives it; undefined if no entry gives it a reason. */
function givenIn(entries: readonly KeptEntry[], stopId: number): GivenReason | undefined {
  return entries
    .flatMap((entry) => {
      const reasonId = reasonIn(entry)
      return reasonId === undefined || entry.params.id !== stopId ? [] : [{ entry, reasonId }]
    })
    .at(-1)
}

/**
 * Returns the stops that lasted into the last hour before `at`, or into the current shift if that began earlier
 * (`shiftStartedAt`), the latest first; instants are epoch ms. Each has the reason in `entries` that is not stored yet. Ignored
 * stops are left out.
 */
export function stopsInReach(
  stops: readonly ReadStop[],
  entries: readonly KeptEntry[],
  at: number,
  shiftStartedAt: number | undefined,
): OperatorStop[] {
  const since = Math.min(at - HOUR_MS, shiftStartedAt ?? at)
  return stops
    .filter(({ isIgnored, endedAt }) => !isIgnored && (endedAt === null || endedAt > since))
    .map((stop) => ({ ...stop, given: givenIn(entries, stop.id) }))
    .toSorted((a, b) => b.startedAt - a.startedAt)
}

/**
 * Returns true if the stop has no reason. A reason given on this screen that is not stored yet is taken as its reason, unless the
 * server refused it.
 */
export const isPending = ({ reasonId, given }: OperatorStop): boolean =>
  given === undefined || given.entry.refused !== undefined ? reasonId === null : given.reasonId === null
