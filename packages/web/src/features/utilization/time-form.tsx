import { exactSeconds, hoursAndMinutes } from '../../lib/format.ts'

/** Function that writes a duration in seconds as text. */
export type TimeForm = (seconds: number) => string

/** Returns how durations are written: in hours and minutes, or to the millisecond. */
export const timeForm = (isExact: boolean): TimeForm => (isExact ? exactSeconds : hoursAndMinutes)

/** Bar that is filled to `ratio` (0 to 1) of its width; a part above 0 is always visible. It repeats a figure beside it. */
export function ShareBar({ ratio, kind }: { ratio: number; kind: 'lost' | 'counted' }) {
  return (
    <span className={`share-bar share-bar-${kind}`} aria-hidden="true">
      {ratio > 0 && <span style={{ width: `max(2px, ${Math.min(1, ratio) * 100}%)` }} />}
    </span>
  )
}
