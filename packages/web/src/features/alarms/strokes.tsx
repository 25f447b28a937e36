import { DAY_MS } from '@millwatch/domain/time'
import { useNow } from '../../lib/clock.ts'
import { count } from '../../lib/format.ts'

interface StrokesProps {
  /** Rows of a history in any order, or computed trips, which have no kind; those older than 90 days are not shown. */
  trips: readonly { readonly created_at: string; readonly kind?: string }[]
  /** Number of trips to show in words; without it the given trips of the past 90 days are counted. */
  many?: number
}

/** Length of the period that the strokes show, ms: 90 days until now. */
const SHOWN_MS = 90 * DAY_MS

type Row = StrokesProps['trips'][number]

/** Returns true for a row of a history that is a trip: it was not withdrawn, and is no maintenance that was completed early. */
const isTrip = ({ kind }: Row): boolean => kind !== 'withdrawn' && kind !== 'early'

/**
 * Returns the trips after the instant 90 days before `now` (epoch ms), in their order, without withdrawn ones and without
 * maintenance that was completed early.
 */
export const tripsOfLast90Days = <T extends Row>(rows: readonly T[], now: number): T[] =>
  rows.filter((row) => isTrip(row) && Date.parse(row.created_at) > now - SHOWN_MS)

/**
 * Number of trips in the past 90 days in words, and a stroke for each at its time. Withdrawn and older trips, and maintenance
 * that was completed early, are left out.
 */
export function Strokes({ trips, many }: StrokesProps) {
  const to = useNow(60_000)
  const shown = tripsOfLast90Days(trips, to)
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
