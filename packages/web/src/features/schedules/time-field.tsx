import { DAY_S, SCHEDULE_STEP_S, toStep } from '@millwatch/domain/schedules'
import { useState } from 'react'
import { clockText, secondOfText } from './clock-text.ts'

interface TimeFieldProps {
  label: string
  second: number
  /** True: midnight means the end of the day. */
  isEnd?: boolean
  invalid: boolean
  onSecond: (second: number) => void
}

/** Field for a time of day in steps of five minutes; typed, or changed with the arrow keys. */
export function TimeField({ label, second, isEnd = false, invalid, onSecond }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? second : secondOfText(typed)
  const take = (given: number | null) => {
    setTyped(null)
    if (given === null) return
    const step = toStep(given)
    const wanted = isEnd && step === 0 ? DAY_S : step
    if (wanted !== second) onSecond(wanted)
  }
  return (
    <input
      className="time-field"
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      title="24 hours, in steps of 5 minutes; arrow keys step"
      aria-invalid={invalid || read === null || undefined}
      value={typed ?? clockText(second)}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => take(read)}
      onKeyDown={(event) => {
        const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
        if (direction !== 0) {
          event.preventDefault()
          const next = (read ?? second) + direction * SCHEDULE_STEP_S
          take(isEnd ? Math.max(SCHEDULE_STEP_S, next) : next)
        } else if (event.key === 'Enter') {
          event.preventDefault()
          take(read)
        }
      }}
    />
  )
}
