import { type ParetoSubject, paretoKeys } from '@millwatch/domain/stops'
import type { DowntimeStop } from '../../features/stops/downtime.ts'

/** Choice of stops in the list: all, those without a reason, or those that are ignored. */
export type ListChoice = 'all' | 'unexplained' | 'ignored'

/** Choice and order of the stops in the list. */
export interface StopFilter {
  readonly shown: ListChoice
  /** Text that the reason, the notes or the name of the machine contains, in any case. */
  readonly search: string
  /** Subject of the Pareto chart, and the key of its chosen bar; null: no bar is chosen. */
  readonly subject: ParetoSubject
  readonly bar: string | null
}

export type SortedBy = 'started' | 'duration' | 'equipment'

/** Returns true for a stop that nobody gave a reason to; ignored ones need none. */
export const isUnexplained = ({ reason, isIgnored }: DowntimeStop): boolean => reason === null && !isIgnored

/** Returns true for a stop that the list shows. A bar contains no ignored stops. */
export function isShown(stop: DowntimeStop, { shown, search, subject, bar }: StopFilter): boolean {
  if (shown === 'unexplained' && !isUnexplained(stop)) return false
  if (shown === 'ignored' && !stop.isIgnored) return false
  if (bar !== null && (stop.isIgnored || !paretoKeys(stop, subject).includes(bar))) return false
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return true
  return [stop.reason?.name, stop.notes, stop.machine.name].some((text) => text?.toLowerCase().includes(wanted))
}

/** Returns stops in the order of the list: by start, the newest first, by scheduled part, the longest first, or by machine. */
export function sortStops(stops: readonly DowntimeStop[], by: SortedBy): DowntimeStop[] {
  const newest = (a: DowntimeStop, b: DowntimeStop): number => b.startedAt - a.startedAt || a.id - b.id
  if (by === 'duration') return stops.toSorted((a, b) => b.scheduledMs - a.scheduledMs || newest(a, b))
  if (by === 'equipment')
    return stops.toSorted(
      (a, b) => a.machine.name.localeCompare(b.machine.name, undefined, { numeric: true }) || newest(a, b),
    )
  return stops.toSorted(newest)
}
