import { useMemo, useState } from 'react'
import type { Downtime, DowntimeStop } from '../../features/stops/downtime.ts'
import { type SortedBy, sortStops } from './shown-stops.ts'

interface Held {
  readonly period: string
  /** Stops as they were when the order was made. */
  readonly stops: readonly DowntimeStop[]
}

/**
 * Returns the stops with their present data, in the order that they had when the order was made; stops that are gone are left
 * out. The number of newer stops is `waiting`, and `admit` adds them. A new period, and an empty list, take all stops at once.
 */
export function useHeld(downtime: Downtime | undefined, by: SortedBy) {
  const [held, setHeld] = useState<Held | undefined>(downtime)
  if (
    downtime !== undefined &&
    (held?.period !== downtime.period || (held.stops.length === 0 && downtime.stops.length > 0))
  )
    setHeld(downtime)
  const order = useMemo(() => sortStops(held?.stops ?? [], by).map(({ id }) => id), [held, by])
  const stops = useMemo(() => {
    const present = new Map((downtime?.stops ?? []).map((stop) => [stop.id, stop]))
    return order.flatMap((id) => present.get(id) ?? [])
  }, [order, downtime])
  const waiting = (downtime?.stops.length ?? 0) - stops.length
  return { stops, order, waiting, admit: () => setHeld(downtime) }
}
