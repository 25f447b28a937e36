import { useState } from 'react'
import { exactSeconds, hoursAndMinutes } from '../lib/format.ts'

/** Function that writes a duration in seconds as text. */
export type TimeForm = (seconds: number) => string

/** Returns a function that writes a duration: in seconds with up to three decimals if `isExact`, else in hours and minutes. */
export const timeForm = (isExact: boolean): TimeForm => (isExact ? exactSeconds : hoursAndMinutes)

/** Check box to show durations in seconds instead of hours and minutes; a change calls `onExact`. */
export function ShowSeconds({ isExact, onExact }: { isExact: boolean; onExact: (isExact: boolean) => void }) {
  return (
    <label className="muted inline check">
      <input type="checkbox" checked={isExact} onChange={(event) => onExact(event.target.checked)} /> Show seconds
    </label>
  )
}

/**
 * Returns a function that writes a duration in seconds as text, in hours and minutes at first, and a check box that changes it to
 * seconds.
 */
export function useTimeForm(): [time: TimeForm, choice: React.ReactNode] {
  const [isExact, setExact] = useState(false)
  return [timeForm(isExact), <ShowSeconds key="seconds" isExact={isExact} onExact={setExact} />]
}
