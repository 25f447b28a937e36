import { type ParetoSubject, paretoKeys } from '@millwatch/domain/stops'
import { byNaturalOrder } from '@millwatch/domain/tree'
import type { DowntimeStop } from '../../features/stops/downtime.ts'
import { searchFor } from '../../lib/search.ts'

/** Choice of stops in the list: all, those without a reason, or those that are ignored. */
export type ListChoice = 'all' | 'unexplained' | 'ignored'

/** Choice of the stops in the list: by kind, search text and bar of the Pareto chart. */
export interface StopFilter {
  readonly shown: ListChoice
  /** Text that the reason, the notes or the name of the machine must contain, ignoring case; blank for all. */
  readonly search: string
  /** Subject of the Pareto chart. `bar` is the key of its chosen bar, null if none is chosen. */
  readonly subject: ParetoSubject
  readonly bar: string | null
}

export type SortedBy = 'started' | 'duration' | 'equipment'

/** Returns true for a stop that has no reason and is not ignored. */
export const isUnexplained = ({ reason, isIgnored }: DowntimeStop): boolean => reason === null && !isIgnored

/**
 * Returns true for a stop that passes the choice, the chosen bar and the search of `filter`. Ignored stops are in no bar. The
 * search ignores case and finds text in reason, notes and name of the machine; a blank search finds all.
 */
export function isShown(stop: DowntimeStop, { shown, search, subject, bar }: StopFilter): boolean {
  if (shown === 'unexplained' && !isUnexplained(stop)) return false
  if (shown === 'ignored' && !stop.isIgnored) return false
  if (bar !== null && (stop.isIgnored || !paretoKeys(stop, subject).includes(bar))) return false
  return searchFor(search)(stop.reason?.name, stop.notes, stop.machine.name)
}

/**
 * Returns a sorted copy: by start, the newest first, by scheduled part, the longest first, or by name of the machine with numbers
 * compared as numbers. Equal stops follow with the newest first.
 */
export function sortStops(stops: readonly DowntimeStop[], by: SortedBy): DowntimeStop[] {
  const newest = (a: DowntimeStop, b: DowntimeStop): number => b.startedAt - a.startedAt || a.id - b.id
  if (by === 'duration') return stops.toSorted((a, b) => b.scheduledMs - a.scheduledMs || newest(a, b))
  if (by === 'equipment')
    return stops.toSorted((a, b) => byNaturalOrder(a.machine.name, b.machine.name) || newest(a, b))
  return stops.toSorted(newest)
}
