import { DAY_MS } from '@millwatch/domain/time'
import { useNow } from '../../lib/clock.ts'
import { count } from '../../lib/format.ts'

interface StrokesProps {
  /** Trips in any order; those older than 90 days are not shown. */
  trips: readonly { readonly created_at: string; readonly kind?: string }[]
  /** Number of trips to show in words; without it the given trips of the past 90 days are counted. */
  many?: number
}

/** Length of the period that the strokes show, ms: 90 days until now. */
const SHOWN_MS = 90 * DAY_MS

/** Returns the trips after the instant 90 days before `now` (epoch ms), in their order. */
export const tripsOfLast90Days = <T extends { readonly created_at: string }>(trips: readonly T[], now: number): T[] =>
  trips.filter(({ created_at }) => Date.parse(created_at) > now - SHOWN_MS)

/** Number of trips in the past 90 days in words, and a stroke for each at its time. Withdrawn and older trips are left out. */
export function Strokes({ trips, many }: StrokesProps) {
  const to = useNow(60_000)
  const shown = tripsOfLast90Days(trips, to).filter(({ kind }) => kind !== 'withdrawn')
  const number = many ?? shown.length
  return (
    <>
      <span className="note">{number === 1 ? 'once' : `${count(number)} times`} in the last 90 days</span>
      <span className="anchor alarm-strokes" aria-hidden="true">
        {shown.map(({ created_at }) => (
          <span key={created_at} style={{ left: `${(100 * (Date.parse(created_at) - to + SHOWN_MS)) / SHOWN_MS}%` }} />
        ))}
      </span>
    </>
  )
}
