import { SCHEDULE_STEP_S, toStep } from '@millwatch/domain/schedules'
import { DAY_S } from '@millwatch/domain/time'
import { useEffect, useRef, useState } from 'react'
import { clockText, secondOfText } from '../../lib/clock-text.ts'
import { perform } from '../../ui/perform.ts'

interface TimeFieldProps {
  label: string
  second: number
  /** True: the field is the end of a range, where midnight is the end of the day. */
  isEnd?: boolean
  invalid: boolean
  /** Called when the field loses focus or at Enter: with the text if it is no time of day, else with null. */
  onUnread: (text: string | null) => void
  onSecond: (second: number) => void
}

/**
 * Field for a time of day, in seconds after midnight. A typed time is rounded to five minutes when the field loses focus or at
 * Enter; the arrow keys change it by five minutes. A text that is no time stays in the field and prevents that the form is sent.
 */
export function TimeField({ label, second, isEnd = false, invalid, onUnread, onSecond }: TimeFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? second : secondOfText(typed)
  const take = (given: number | null) => {
    onUnread(given === null ? typed : null)
    if (given === null) return
    setTyped(null)
    const step = toStep(given)
    const wanted = isEnd && step === 0 ? DAY_S : step
    if (wanted !== second) onSecond(wanted)
  }
  const step = (direction: 1 | -1): void => {
    const next = (read ?? second) + direction * SCHEDULE_STEP_S
    take(isEnd ? Math.max(SCHEDULE_STEP_S, next) : next)
  }
  const isUnread = read === null
  // The form is not sent while a text is not a time.
  useEffect(() => field.current?.setCustomValidity(isUnread ? 'Enter a time of day such as 14:30.' : ''), [isUnread])
  const keys: Readonly<Record<string, () => void>> = {
    ArrowUp: () => step(1),
    ArrowDown: () => step(-1),
    Enter: () => take(read),
  }
  return (
    <input
      ref={field}
      className="well time-field"
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      title="24 hours, in steps of 5 minutes; arrow keys step"
      aria-invalid={invalid || isUnread || undefined}
      value={typed ?? clockText(second)}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => take(read)}
      onKeyDown={(event) => perform(event, keys[event.key])}
    />
  )
}
