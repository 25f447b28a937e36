import { DAY_S, SCHEDULE_STEP_S, toStep } from '@millwatch/domain/schedules'
import { useState } from 'react'
import { clockText, secondOfText } from '../../lib/clock-text.ts'
import { perform } from '../../ui/perform.ts'

interface TimeFieldProps {
  label: string
  second: number
  /** True: midnight means the end of the day. */
  isEnd?: boolean
  invalid: boolean
  onSecond: (second: number) => void
}

/**
 * Field for a time of day, in seconds after midnight. A typed time is rounded to five minutes when the field loses focus or
 * by Enter; the arrow keys change it by five minutes.
 */
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
  const step = (direction: 1 | -1): void => {
    const next = (read ?? second) + direction * SCHEDULE_STEP_S
    take(isEnd ? Math.max(SCHEDULE_STEP_S, next) : next)
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowUp: () => step(1),
    ArrowDown: () => step(-1),
    Enter: () => take(read),
  }
  return (
    <input
      className="well time-field"
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      title="24 hours, in steps of 5 minutes; arrow keys step"
      aria-invalid={invalid || read === null || undefined}
      value={typed ?? clockText(second)}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => take(read)}
      onKeyDown={(event) => perform(event, keys[event.key])}
    />
  )
}
