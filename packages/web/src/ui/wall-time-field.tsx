import './wall-time-field.css'
import { use, useEffect, useEffectEvent, useState } from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
  Heading,
} from 'react-aria-components/Calendar'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { secondOfText } from '../lib/clock-text.ts'
import { localeOfDates, minuteOfDay } from '../lib/dates.ts'
import { firstWeekday } from '../lib/measures.ts'
import { EarlierIcon, LaterIcon } from './icons.tsx'
import { momentOf, NO_DAY, NO_MOMENT, textOfWall } from './wall-text.ts'

type Wall = Temporal.PlainDateTime

interface WallTimeFieldProps {
  id: string
  /** Name of the calendar for screen readers. */
  label: string
  placeholder: string
  /** Local time in the field; null if it has none. */
  value: Wall | null
  /** Called with a time that was selected or typed; null for a blank or wrong text. */
  onValue: (value: Wall | null) => void
  /** Last day that can be selected. */
  lastDay: Temporal.PlainDate
  /** First day that can be selected; any unless given. */
  firstDay?: Temporal.PlainDate
  disabled?: boolean
  /** False if the field is for a day without a time. */
  hasTime?: boolean
  name?: string | undefined
  'aria-describedby'?: string | undefined
  /** Called when the field loses the focus, after the typed text was passed to `onValue`. */
  onLeave?: (() => void) | undefined
  /** Time for a day that is typed alone, or selected while the field has no time. */
  defaultTime: Temporal.PlainTime
  /** Called with the reason why a typed text is wrong, and with that text; the reason is undefined for a right text. */
  onFault?: (fault: string | undefined, text: string) => void
}

/**
 * Field for a local date and time: a text such as `2026-11-21 08:30`, or a day alone, with a calendar below it after a click.
 * `onValue` gets a typed text when the field loses the focus or by Enter. A wrong text, or a day that cannot be selected, stays
 * there, marked, and `onValue` gets null.
 */
export function WallTimeField(props: WallTimeFieldProps) {
  const { id, label, placeholder, value, onValue, lastDay, firstDay, disabled, hasTime = true, defaultTime } = props
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState<'beside' | 'entered'>()
  const [fault, setFault] = useState<string>()
  const show = (next: string | undefined, text = ''): void => {
    setFault(next)
    props.onFault?.(next, text)
  }
  const take = (text: string): void => {
    const wall = momentOf(text, hasTime, defaultTime)
    const next = text.trim() === '' ? undefined : faultOf(wall, props)
    show(next, text)
    onValue(next === undefined ? wall : null)
    setTyped(next === undefined ? undefined : text)
  }
  /**
   * Shows a typed text. If the text before it was marked as wrong and it is right or blank, passes its time on at once, since a
   * form may wait for it.
   */
  const correct = (text: string): void => {
    setTyped(text)
    const wall = momentOf(text, hasTime, defaultTime)
    if (fault === undefined || (text.trim() !== '' && faultOf(wall, props) !== undefined)) return
    show(undefined)
    onValue(wall)
  }
  const select = (wall: Wall | null): void => {
    setTyped(undefined)
    show(undefined)
    onValue(wall)
  }
  return (
    <div
      role="group"
      aria-label={label}
      className="anchor"
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || open === undefined) return
        event.stopPropagation()
        setOpen(undefined)
      }}
    >
      <input
        id={id}
        name={props.name}
        aria-describedby={props['aria-describedby']}
        className="well moment-text"
        placeholder={placeholder}
        autoComplete="off"
        disabled={disabled}
        aria-expanded={open !== undefined}
        role="combobox"
        aria-controls={`${id}-calendar`}
        aria-invalid={fault === undefined ? undefined : true}
        title={fault}
        value={typed ?? (value === null ? '' : hasTime ? textOfWall(value) : value.toPlainDate().toString())}
        onClick={() => setOpen('beside')}
        onChange={(event) => correct(event.target.value)}
        onBlur={() => {
          if (typed !== undefined) take(typed)
          props.onLeave?.()
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setOpen('entered')
          if (event.key === 'Tab') setOpen(undefined)
          if (event.key !== 'Enter' || typed === undefined) return
          // The text is taken first; a second Enter sends the form.
          event.preventDefault()
          take(typed)
          // The calendar is over the next field.
          setOpen(undefined)
        }}
      />
      {open !== undefined && (
        <div className="stack float near moment-calendar" id={`${id}-calendar`}>
          <I18nProvider locale={localeOfDates()}>
            <Days
              label={label}
              value={value}
              onValue={select}
              lastDay={lastDay}
              {...(firstDay && { firstDay })}
              defaultTime={defaultTime}
              isEntered={open === 'entered'}
            />
          </I18nProvider>
          {hasTime && <Clock label={label} value={value} onValue={select} />}
        </div>
      )}
    </div>
  )
}

/** Returns the fault of a typed time in words; undefined if it has none. A null `wall` means that the text is not a time. */
function faultOf(
  wall: Wall | null,
  limits: Pick<WallTimeFieldProps, 'firstDay' | 'lastDay' | 'hasTime'>,
): string | undefined {
  const { firstDay, lastDay, hasTime = true } = limits
  if (wall === null) return hasTime ? NO_MOMENT : NO_DAY
  if (isSelectable(wall.toPlainDate().toString(), limits)) return undefined
  return firstDay === undefined ? `Choose a day until ${lastDay}` : `Choose a day from ${firstDay} to ${lastDay}`
}

/** Returns true if a day (`2026-11-21`) is not before the first or after the last one that can be selected. */
const isSelectable = (day: string, { firstDay, lastDay }: Pick<WallTimeFieldProps, 'firstDay' | 'lastDay'>): boolean =>
  day <= lastDay.toString() && (firstDay === undefined || day >= firstDay.toString())

type DaysProps = Omit<WallTimeFieldProps, 'id' | 'placeholder'> & { isEntered: boolean }

function Days(props: DaysProps) {
  const { label, value, onValue, lastDay, defaultTime, isEntered } = props
  const selected = value?.toPlainDate().toString()
  return (
    <Calendar
      aria-label={label}
      autoFocus={isEntered}
      firstDayOfWeek={firstWeekday() === 1 ? 'mon' : 'sun'}
      isDateUnavailable={(date) => !isSelectable(date.toString(), props)}
      onChange={(date) => {
        if (date.toString() === selected) return
        const { year, month, day } = date
        onValue((value ?? lastDay.toPlainDateTime(defaultTime)).with({ year, month, day }))
      }}
    >
      <SelectedDay day={selected} />
      <header className="spread">
        <Button slot="previous" className="muted center hoverable calendar-step">
          <EarlierIcon />
        </Button>
        <Heading />
        <Button slot="next" className="muted center hoverable calendar-step">
          <LaterIcon />
        </Button>
      </header>
      <CalendarGrid>
        <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>
          {(date) => <CalendarCell date={date} className="center hoverable calendar-day" data-date={date.toString()} />}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}

/**
 * Selects a day (`2026-11-21`) in the calendar around it when the day changes; renders nothing. The calendar has a date type of
 * its own, so the date is made from one of the calendar.
 */
function SelectedDay({ day }: { day: string | undefined }) {
  const state = use(CalendarStateContext)
  const select = useEffectEvent((wanted: Temporal.PlainDate) => {
    const date = state?.focusedDate.set({ year: wanted.year, month: wanted.month, day: wanted.day })
    if (state === null || date === undefined) return
    state.setFocusedDate(date)
    if (state.value?.toString() !== date.toString()) state.setValue(date)
  })
  useEffect(() => {
    if (day !== undefined) select(Temporal.PlainDate.from(day))
  }, [day])
  return null
}

/**
 * Field for the time of the selected day, as the reader writes times; typed as `8:30 PM` or `20:30`, and taken when the field
 * loses the focus or by Enter. Any other text changes nothing, and without a selected day the field is disabled.
 */
function Clock({ label, value, onValue }: Pick<DaysProps, 'label' | 'value' | 'onValue'>) {
  const [typed, setTyped] = useState<string>()
  const take = (): void => {
    const second = secondOfText(typed ?? '')
    const minute = Math.floor((second ?? 0) / 60)
    if (value !== null && second !== null && minute < 24 * 60)
      onValue(value.withPlainTime({ hour: Math.floor(minute / 60), minute: minute % 60 }))
    setTyped(undefined)
  }
  const shown = value === null ? '' : minuteOfDay(value.toZonedDateTime('UTC').epochMilliseconds, 'UTC')
  return (
    <input
      className="well moment-text"
      aria-label={`${label}, time`}
      autoComplete="off"
      disabled={value === null}
      value={typed ?? shown}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => typed !== undefined && take()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || typed === undefined) return
        // As in the field for the whole time, a second Enter sends the form.
        event.preventDefault()
        take()
      }}
    />
  )
}
