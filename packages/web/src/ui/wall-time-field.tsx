import './wall-time-field.css'
import { CalendarDate, Time } from '@internationalized/date'
import { useState } from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components/Calendar'
import { DateInput, DateSegment, TimeField } from 'react-aria-components/TimeField'
import { EarlierIcon, LaterIcon } from './icons.tsx'
import { textOfWall, wallFromText } from './wall-text.ts'

type Wall = Temporal.PlainDateTime

interface WallTimeFieldProps {
  id: string
  /** Name of the calendar for screen readers. */
  label: string
  placeholder: string
  /** Null: no time is selected. */
  value: Wall | null
  /** Called with a time that was selected or typed. */
  onValue: (value: Wall | null) => void
  /** Last day that can be selected. */
  lastDay: Temporal.PlainDate
  /** Time of a day that is selected before there is any time. */
  defaultTime: Temporal.PlainTime
}

const dateOf = ({ year, month, day }: { year: number; month: number; day: number }): CalendarDate =>
  new CalendarDate(year, month, day)

/** Field for a local date and time: a text such as `2026-11-21 08:30`, with a calendar below it after a click. */
export function WallTimeField({ id, label, placeholder, value, onValue, lastDay, defaultTime }: WallTimeFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState<'beside' | 'entered'>()
  const take = (): void => {
    const wall = wallFromText(typed ?? '')
    if (typed?.trim() === '') onValue(null)
    else if (wall !== null && Temporal.PlainDate.compare(wall.toPlainDate(), lastDay) <= 0) onValue(wall)
    setTyped(undefined)
  }
  return (
    <div
      role="group"
      aria-label={label}
      className="wall-time"
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || open === undefined) return
        event.stopPropagation()
        setOpen(undefined)
      }}
    >
      <input
        id={id}
        className="wall-time-text"
        placeholder={placeholder}
        autoComplete="off"
        aria-expanded={open !== undefined}
        role="combobox"
        aria-controls={`${id}-calendar`}
        value={typed ?? (value === null ? '' : textOfWall(value))}
        onClick={() => setOpen('beside')}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => typed !== undefined && take()}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setOpen('entered')
          if (event.key === 'Tab') setOpen(undefined)
          if (event.key === 'Enter' && typed !== undefined) take()
        }}
      />
      {open !== undefined && (
        <div className="wall-time-calendar" id={`${id}-calendar`}>
          <Days
            label={label}
            value={value}
            onValue={onValue}
            lastDay={lastDay}
            defaultTime={defaultTime}
            isEntered={open === 'entered'}
          />
          <Clock label={label} value={value} onValue={onValue} />
        </div>
      )}
    </div>
  )
}

type DaysProps = Omit<WallTimeFieldProps, 'id' | 'placeholder'>

function Days({ label, value, onValue, lastDay, defaultTime, isEntered }: DaysProps & { isEntered: boolean }) {
  return (
    <Calendar
      aria-label={label}
      autoFocus={isEntered}
      value={value === null ? null : dateOf(value)}
      maxValue={dateOf(lastDay)}
      onChange={({ year, month, day }) =>
        onValue((value ?? lastDay.toPlainDateTime(defaultTime)).with({ year, month, day }))
      }
    >
      <header className="calendar-head">
        <Button slot="previous" className="calendar-step">
          <EarlierIcon />
        </Button>
        <Heading className="calendar-month" />
        <Button slot="next" className="calendar-step">
          <LaterIcon />
        </Button>
      </header>
      <CalendarGrid>
        <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>
          {(date) => <CalendarCell date={date} className="calendar-day" data-date={date.toString()} />}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}

const Clock = ({ label, value, onValue }: Omit<DaysProps, 'lastDay' | 'defaultTime'>) => (
  <TimeField
    aria-label={`${label}, time`}
    hourCycle={24}
    isDisabled={value === null}
    value={value === null ? null : new Time(value.hour, value.minute)}
    onChange={(time) =>
      time !== null && value !== null && onValue(value.with({ hour: time.hour, minute: time.minute }))
    }
  >
    <DateInput className="calendar-time">
      {(segment) => <DateSegment segment={segment} className="calendar-part" />}
    </DateInput>
  </TimeField>
)
