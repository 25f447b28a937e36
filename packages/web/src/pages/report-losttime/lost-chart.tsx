import { type LostDate, type LostSum, lostMsOf, type Shift } from '@millwatch/domain/shifts'
import { MINUTE_MS } from '@millwatch/domain/time'
import { useEffect, useRef } from 'react'
import { hourScale } from '../../charts/column-scale.ts'
import { weekdayOf } from '../../lib/dates.ts'
import { counted, duration } from '../../lib/format.ts'
import { performKey } from '../../ui/perform.ts'
import { shiftNames } from '../../ui/shifts.ts'
import { minutes } from './lost-words.ts'

/** Number of dates side by side. */
export const DATES_AT_ONCE = 10

interface LostChartProps {
  dates: readonly LostDate[]
  /** Index in `dates` of the chosen date. */
  chosen: number
  onChoose: (place: number) => void
  /** Shifts with a bar, ascending; empty: one bar for the sum of all. */
  shifts: readonly Shift[]
  /** Shifts of today that have not begun; today must be the last date. */
  ahead: readonly Shift[]
  /** Id of the element that shows the chosen date. */
  controls: string
}

/**
 * Returns the range of places (`end` exclusive) of the group of ten dates that has the date at `place`. Groups are counted from
 * the last of `length` dates, so the first group may have fewer.
 */
export function groupAround(place: number, length: number): { first: number; end: number } {
  const end = length - Math.floor((length - 1 - place) / DATES_AT_ONCE) * DATES_AT_ONCE
  return { first: Math.max(0, end - DATES_AT_ONCE), end }
}

const dateInstant = (date: string): number => Date.parse(`${date}T00:00:00Z`)

/**
 * Dates side by side as tabs, a group at a time around the chosen one, each with its lost minutes: a bar for each of `shifts`, or
 * one for all if that is empty. Arrow keys, Home and End move from date to date, Page Up and Page Down by a group.
 */
export function LostChart({ dates, chosen, onChoose, shifts, ahead, controls }: LostChartProps) {
  const { first, end } = groupAround(chosen, dates.length)
  const shown = dates.slice(first, end)
  const sums = shown.flatMap((date) =>
    shifts.length === 0 ? [date.sum] : date.shifts.filter(({ shift }) => shifts.includes(shift)).map(({ sum }) => sum),
  )
  const scale = hourScale(Math.max(4, ...sums.map((sum) => lostMsOf(sum) / MINUTE_MS)))
  const list = useRef<HTMLDivElement>(null)
  const wanted = useRef<number>(undefined)
  const choose = (place: number): void => {
    wanted.current = Math.min(dates.length - 1, Math.max(0, place))
    onChoose(wanted.current)
  }
  // A date of another group gets the focus once it is there.
  useEffect(() => {
    if (wanted.current !== chosen) return
    wanted.current = undefined
    list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
  })
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowLeft: () => choose(chosen - 1),
    ArrowRight: () => choose(chosen + 1),
    PageUp: () => choose(chosen - DATES_AT_ONCE),
    PageDown: () => choose(chosen + DATES_AT_ONCE),
    Home: () => choose(0),
    End: () => choose(dates.length - 1),
  }
  return (
    <div className="anchor lost-chart" data-summed={shifts.length === 0}>
      {[0, 1, 2, 3, 4].map((tick) => (
        <div key={tick} className="note dense lost-tick" style={{ bottom: `calc(var(--foot) + ${tick * 25}px)` }}>
          <span>{Math.round(tick * scale.step * 10) / 10}</span>
        </div>
      ))}
      <div
        ref={list}
        role="tablist"
        aria-label="Dates"
        className="anchor lost-dates"
        onKeyDown={(event) => performKey(event, keys[event.key])}
      >
        {shown.map((date, index) => {
          const isChosen = first + index === chosen
          const isToday = first + index === dates.length - 1
          return (
            <button
              key={date.date}
              id={`${controls}-${date.date}`}
              type="button"
              role="tab"
              aria-selected={isChosen}
              aria-controls={controls}
              tabIndex={isChosen ? 0 : -1}
              className="column hoverable lost-date"
              onClick={() => onChoose(first + index)}
            >
              <span className="sr-only">{dateWords(date)}</span>
              <Bars date={date} shifts={shifts} ahead={isToday ? ahead : []} most={scale.max * MINUTE_MS} />
              <span className="note dense lost-foot" aria-hidden="true">
                <span className="second dense block">{weekdayOf(dateInstant(date.date), 'UTC')}</span>
                <span className="dense lost-sum">
                  {date.sum.shifts === 0 ? '—' : minutes(lostMsOf(date.sum))}{' '}
                  {date.sum.open > 0 && <span className="one-line">so far</span>}
                </span>
              </span>
            </button>
          )
        })}
      </div>
    </div>
  )
}

function dateWords({ date, sum, shifts }: LostDate): string {
  const day = weekdayOf(dateInstant(date), 'UTC')
  if (sum.shifts === 0) return `${day}: no shifts`
  const parts = shifts.map((part) => `${shiftNames[part.shift]} ${minutes(lostMsOf(part.sum))}`)
  return `${day}: ${minutes(lostMsOf(sum))} lost${sum.open > 0 ? ' so far' : ''}, ${parts.join(', ')}`
}

interface BarsProps extends Pick<LostChartProps, 'shifts' | 'ahead'> {
  date: LostDate
  /** Lost time at which a bar is as high as the chart, ms. */
  most: number
}

function Bars({ date, shifts, ahead, most }: BarsProps) {
  if (date.sum.shifts === 0 && ahead.length === 0)
    return (
      <span className="center note dense tight lost-bars" aria-hidden="true">
        no shifts
      </span>
    )
  if (shifts.length === 0)
    return (
      <span className="tight lost-bars" aria-hidden="true">
        <Bar sum={date.sum} most={most} words="all shifts" />
      </span>
    )
  return (
    <span className="tight lost-bars" aria-hidden="true">
      {shifts.map((shift) => {
        const sum = date.shifts.find((part) => part.shift === shift)?.sum
        const isAhead = sum === undefined && ahead.includes(shift)
        return (
          <Bar key={shift} sum={sum} isAhead={isAhead} most={most} words={shiftNames[shift]}>
            <span className={`swatch swatch-bar shift-${shift} ${isAhead ? 'lost-ahead' : ''}`} />
            <span className={isAhead ? 'note dense faint' : 'note dense'}>{shift}</span>
          </Bar>
        )
      })}
    </span>
  )
}

interface BarProps {
  /** Lost time of the shift or shifts; undefined if no machine has the shift on the date, or it has not begun. */
  sum: LostSum | undefined
  /** True when the shift has not begun. */
  isAhead?: boolean
  most: number
  words: string
  children?: React.ReactNode
}

function Bar({ sum, isAhead = false, most, words, children }: BarProps) {
  const height = (ms: number): string => `${(ms / most) * 100}px`
  const title =
    sum &&
    `${words}: ${duration(sum.lateStartMs)} late start, ${duration(sum.earlyShutdownMs)} early shutdown, ${counted(sum.shifts, 'shift')}`
  return (
    <span className="lost-bar" title={title}>
      {sum === undefined && !isAhead && <span className="note dense faint">–</span>}
      {sum !== undefined && (
        <>
          <span className="note dense value">{Math.floor(lostMsOf(sum) / MINUTE_MS)}</span>
          <span className="lost-part lost-early" style={{ height: height(sum.earlyShutdownMs) }} />
          <span className="lost-part" style={{ height: height(sum.lateStartMs) }} />
        </>
      )}
      <span className="lost-strip">{children}</span>
    </span>
  )
}
