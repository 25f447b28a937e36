import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Window } from '../../charts/span.ts'
import { DAY_MS } from '../../features/status/queries.ts'
import { useNow } from '../../lib/clock.ts'
import { dayAndTime, timeNear } from '../../lib/zoned.ts'

/** The whole picture moves on in such steps. */
const STEP_MS = 30_000
const QUARTER_MS = 15 * 60_000
/** Nearer than this nothing more is to be seen. */
const LEAST_MS = 60_000

const snapTo = (stepMs: number, { from, to }: Window): Window => ({
  from: Math.floor(from / stepMs) * stepMs,
  to: Math.ceil(to / stepMs) * stepMs,
})

/** Zoomed windows of two hours or more begin and end at quarter hours, nearer ones at whole minutes. */
const snapped = (window: Window): Window =>
  snapTo(window.to - window.from >= 2 * 3_600_000 ? QUARTER_MS : LEAST_MS, window)

export interface Zoom {
  zoomTo: (window: Window) => void
  reset: () => void
  /** Moves by so many halves of the window: -1 earlier, 1 later. */
  pan: (halves: number) => void
  nearer: () => void
  wider: () => void
}

/** The part of the last 24 hours on screen; it is in the address (`?from=&to=`, epoch seconds), so a link shows the same. */
export function useWindow(zone: string): { window: Window; what: string; zoomed: boolean } & Zoom {
  const [search, setSearch] = useSearchParams()
  const edge = useNow(STEP_MS) + STEP_MS
  const [asked, end] = [Number(search.get('from')) * 1000, Number(search.get('to')) * 1000]
  const zoomed =
    Number.isFinite(asked) && Number.isFinite(end) && end - asked >= LEAST_MS && end > edge - DAY_MS && asked < edge
  const window = useMemo(
    () =>
      zoomed ? { from: Math.max(asked, edge - DAY_MS), to: Math.min(end, edge) } : { from: edge - DAY_MS, to: edge },
    [zoomed, asked, end, edge],
  )
  const show = (next: Window | undefined): void => {
    setSearch(
      (known) => {
        const changed = new URLSearchParams(known)
        changed.delete('from')
        changed.delete('to')
        if (next !== undefined) {
          changed.set('from', String(next.from / 1000))
          changed.set('to', String(next.to / 1000))
        }
        return changed
      },
      { replace: true },
    )
  }
  const zoomTo = (next: Window): void => {
    const wide = snapped(next)
    show(wide.to - wide.from >= DAY_MS ? undefined : wide)
  }
  const span = window.to - window.from
  const around = (length: number): void => {
    const middle = (window.from + window.to) / 2
    zoomTo({ from: Math.max(middle - length / 2, edge - DAY_MS), to: Math.min(middle + length / 2, edge) })
  }
  const pan = (halves: number): void => {
    const room = halves < 0 ? edge - DAY_MS - window.from : edge - window.to
    const wished = (halves * span) / 2
    const by = Math.round((halves < 0 ? Math.max(room, wished) : Math.min(room, wished)) / LEAST_MS) * LEAST_MS
    if (zoomed && by !== 0) show({ from: window.from + by, to: window.to + by })
  }
  const what = zoomed
    ? `${dayAndTime(window.from, zone)} to ${timeNear(window.to, window.from, zone)}`
    : 'last 24 hours'
  return {
    window,
    what,
    zoomed,
    zoomTo,
    reset: () => show(undefined),
    pan,
    nearer: () => {
      if (span > 2 * LEAST_MS) around(span / 2)
    },
    wider: () => around(span * 2),
  }
}
