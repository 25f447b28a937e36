import { useState } from 'react'
import { exactSeconds, hoursAndMinutes } from '../lib/format.ts'

/** Function that writes a duration in seconds as text. */
export type TimeForm = (seconds: number) => string

/** Returns how durations are written: in hours and minutes, or to the millisecond. */
export const timeForm = (isExact: boolean): TimeForm => (isExact ? exactSeconds : hoursAndMinutes)

/** Checkbox that shows durations in seconds. */
export function ShowSeconds({ isExact, onExact }: { isExact: boolean; onExact: (isExact: boolean) => void }) {
  return (
    <label className="muted inline check">
      <input type="checkbox" checked={isExact} onChange={(event) => onExact(event.target.checked)} /> Show seconds
    </label>
  )
}

/** Returns how an explanation writes durations, hours and minutes at first, and the checkbox that shows seconds. */
export function useTimeForm(): [time: TimeForm, choice: React.ReactNode] {
  const [isExact, setExact] = useState(false)
  return [timeForm(isExact), <ShowSeconds key="seconds" isExact={isExact} onExact={setExact} />]
}
