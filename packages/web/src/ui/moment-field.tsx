import { useRef, useState } from 'react'
import { useNow } from '../lib/clock.ts'
import { dayIn } from '../lib/zoned.ts'
import { Field } from './field.tsx'
import { momentOf } from './wall-text.ts'
import { WallTimeField } from './wall-time-field.tsx'

interface MomentFieldProps {
  label: string
  hint?: React.ReactNode
  error?: string | undefined
  name?: string
  disabled?: boolean
  /**
   * Value of the field: `2026-11-21T08:30`, without a time `2026-11-21`, blank for none. Any other text is what a person typed
   * that is wrong.
   */
  value: string
  /** Called with the new value. It is also called with a wrong text, so that the form can refuse it (`momentFault`). */
  onValue: (value: string) => void
  onBlur?: () => void
  /** IANA time zone whose present day is the last that can be entered. */
  zone: string
  /** False if the field is for a day without a time. */
  hasTime?: boolean
}

/**
 * Labelled field of a form for a day up to today, or for a day and a time, typed or chosen in a calendar. The fault of a wrong
 * text is shown below it.
 */
export function MomentField({ label, hint, error, value, onValue, zone, hasTime = true, ...rest }: MomentFieldProps) {
  const [fault, setFault] = useState<string>()
  const wrong = useRef('')
  const today = Temporal.PlainDate.from(dayIn(useNow(60_000), zone))
  const wall = momentOf(value, hasTime)
  return (
    <Field label={label} error={fault ?? error} hint={hint}>
      {({ id, 'aria-describedby': describedBy }) => (
        <WallTimeField
          id={id}
          label={`${label}, in a calendar`}
          placeholder={hasTime ? 'YYYY-MM-DD hh:mm' : 'YYYY-MM-DD'}
          name={rest.name}
          aria-describedby={describedBy}
          disabled={rest.disabled === true}
          value={fault === undefined ? wall : null}
          lastDay={today}
          defaultTime={Temporal.PlainTime.from('00:00')}
          hasTime={hasTime}
          onLeave={rest.onBlur}
          onFault={(next, text) => {
            setFault(next)
            wrong.current = next === undefined ? '' : text
          }}
          onValue={(next) => onValue(next === null ? wrong.current : textOf(next, hasTime))}
        />
      )}
    </Field>
  )
}

const textOf = (wall: Temporal.PlainDateTime, hasTime: boolean): string =>
  hasTime ? wall.toString({ smallestUnit: 'minute' }) : wall.toPlainDate().toString()
