import { useState } from 'react'
import { exactSeconds, hoursAndMinutes } from '../lib/format.ts'

/** Function that writes a duration in seconds as text. */
export type TimeForm = (seconds: number) => string

/** Returns the function that writes a duration: to the millisecond (`isExact`), or in hours and minutes. */
export const timeForm = (isExact: boolean): TimeForm => (isExact ? exactSeconds : hoursAndMinutes)

/** Checkbox that shows durations in seconds. */
export function ShowSeconds({ isExact, onExact }: { isExact: boolean; onExact: (isExact: boolean) => void }) {
  return (
    <label className="muted inline check">
      <input type="checkbox" checked={isExact} onChange={(event) => onExact(event.target.checked)} /> Show seconds
    </label>
  )
}

/**
 * Returns the function with which an explanation writes durations, in hours and minutes at first, and the checkbox that
 * changes to seconds.
 */
export function useTimeForm(): [time: TimeForm, choice: React.ReactNode] {
  const [isExact, setExact] = useState(false)
  return [timeForm(isExact), <ShowSeconds key="seconds" isExact={isExact} onExact={setExact} />]
}
