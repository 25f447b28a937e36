import { type DateLimits, steppedTime } from '@millwatch/domain/shifts'
import type { WallTime } from '@millwatch/domain/time'
import { useId } from 'react'
import { WallTimeField } from '../../ui/wall-time-field.tsx'

interface ShiftTimeFieldProps {
  label: string
  placeholder: string
  value: WallTime | null
  limits: DateLimits
  disabled?: boolean
  onValue: (value: WallTime | null) => void
}

const dateOf = ({ year, month, day }: Temporal.PlainDateTime): number => year * 10_000 + month * 100 + day

const plainDate = (date: number): Temporal.PlainDate =>
  Temporal.PlainDate.from({ year: Math.floor(date / 10_000), month: Math.floor(date / 100) % 100, day: date % 100 })

const plainOf = ({ date, minute }: WallTime): Temporal.PlainDateTime =>
  plainDate(date).toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })

/** Field for date and time of a shift: a day within limits, and a time in steps of 5 minutes; a day alone begins at 00:00. */
export function ShiftTimeField({ label, placeholder, value, limits, disabled = false, onValue }: ShiftTimeFieldProps) {
  const id = useId()
  return (
    <div className="second stack tight">
      <label htmlFor={id}>{label}</label>
      <WallTimeField
        id={id}
        label={label}
        placeholder={placeholder}
        value={value === null ? null : plainOf(value)}
        firstDay={plainDate(limits.first)}
        lastDay={plainDate(limits.last)}
        defaultTime={Temporal.PlainTime.from('00:00')}
        disabled={disabled}
        onValue={(wall) =>
          onValue(wall === null ? null : steppedTime({ date: dateOf(wall), minute: wall.hour * 60 + wall.minute }))
        }
      />
    </div>
  )
}
