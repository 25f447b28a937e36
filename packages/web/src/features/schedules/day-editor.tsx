import {
  faultOfDraft,
  overMidnight,
  rangeToAdd,
  type Schedule,
  type ScheduleRange,
  withLength,
} from '@millwatch/domain/schedules'
import { DAY_S } from '@millwatch/domain/time'
import { useId, useState } from 'react'
import { clockText } from '../../lib/clock-text.ts'
import { Button } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { CopyDay } from './copy-day.tsx'
import { DayStrip } from './day-strip.tsx'
import { TimeField } from './time-field.tsx'
import { dayName, faultWords, SHIFTS } from './words.ts'

interface DayEditorProps {
  week: Schedule
  weekday: number
  /** Name of the day to show; undefined: the name of the weekday. */
  name?: string
  isToday: boolean
  onRanges: (ranges: readonly ScheduleRange[]) => void
  /** Called with the week in which a range was extended into the next day; absent: there is no next day. */
  onWeek?: (week: Schedule) => void
  /** Called with the weekdays to which the ranges of this day are copied; absent: there are no other days. */
  onCopy?: (days: readonly number[]) => void
}

/**
 * Editor for the ranges of one weekday of a week that is being edited, or of the only day of a daily template. `onRanges` gets
 * each change; nothing is saved.
 */
export function DayEditor(props: DayEditorProps) {
  const { week, weekday, name = dayName(weekday), isToday, onRanges, onWeek, onCopy } = props
  const id = useId()
  const [copying, setCopying] = useState(false)
  const ranges = week[weekday] ?? []
  const fault = faultOfDraft(ranges)
  const added = rangeToAdd(ranges)
  return (
    <fieldset className="stack schedule-day" data-today={isToday || undefined}>
      <legend className="value">
        {name}
        {isToday && <span className="note block regular">Today</span>}
      </legend>
      <div className="stack tight top">
        <DayStrip ranges={ranges} />
        {ranges.length === 0 && <p className="note">Not scheduled</p>}
        {ranges.map((range, place) => (
          <RangeRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a range keeps its place while it is written
            key={place}
            label={`${name}, range ${place + 1}`}
            range={range}
            fault={fault?.index === place ? faultWords(fault.what) : undefined}
            next={onWeek && { name: dayName(weekday + 1), carried: overMidnight(week, weekday, place), onWeek }}
            onRange={(changed) => onRanges(ranges.with(place, changed))}
            onRemove={() => onRanges(ranges.filter((_, other) => other !== place))}
          />
        ))}
        {added === null && (
          <p id={`${id}taken`} className="note">
            {name} is taken until midnight: end a range earlier to add another.
          </p>
        )}
        {copying && onCopy && (
          <CopyDay
            weekday={weekday}
            onCopy={(days) => {
              onCopy(days)
              setCopying(false)
            }}
          />
        )}
      </div>
      <div className="wrap top schedule-day-ways">
        <Button
          disabled={added === null}
          aria-describedby={added === null ? `${id}taken` : undefined}
          onClick={() => added && onRanges([...ranges, added])}
        >
          Add range<span className="sr-only"> to {name}</span>
        </Button>
        {onCopy && (
          <Button aria-expanded={copying} onClick={() => setCopying(!copying)}>
            <span>
              Copy <span className="sr-only">{name}</span> to…
            </span>
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** Texts in the start and end field of a range that are no times of day; null or undefined: the field has a time. */
interface Unread {
  readonly start?: string | null
  readonly end?: string | null
}

interface RangeRowProps {
  label: string
  range: ScheduleRange
  fault: string | undefined
  /** Next day, if there is one. `carried` is the week with this range extended into that day; null: it cannot be extended. */
  next: { name: string; carried: Schedule | null; onWeek: (week: Schedule) => void } | undefined
  onRange: (range: ScheduleRange) => void
  onRemove: () => void
}

function RangeRow({ label, range, fault, next, onRange, onRemove }: RangeRowProps) {
  const [start, end, shift] = range
  const carried = next?.carried ?? null
  const [unread, setUnread] = useState<Unread>({})
  const unreadOf = (place: keyof Unread) => (text: string | null) => setUnread({ ...unread, [place]: text })
  return (
    <div className="schedule-row">
      <div className="line snug">
        <span className={`swatch shift-mark shift-${shift}`} aria-hidden="true" />
        <TimeField
          label={`${label}, start`}
          second={start}
          invalid={fault !== undefined}
          onUnread={unreadOf('start')}
          onSecond={(second) => onRange(withLength([second, end, shift]))}
        />
        <span aria-hidden="true">–</span>
        <TimeField
          label={`${label}, end`}
          second={end}
          isEnd
          invalid={fault !== undefined}
          onUnread={unreadOf('end')}
          onSecond={(second) => onRange(withLength([start, second, shift]))}
        />
        <select
          className="well"
          aria-label={`${label}, shift`}
          value={shift}
          onChange={(event) => onRange([start, end, Number(event.target.value) as ScheduleRange[2]])}
        >
          {SHIFTS.map((name, number) => (
            <option key={name} value={number}>
              {name}
            </option>
          ))}
        </select>
        <Button plain icon aria-label={`Remove ${label}`} title="Remove" onClick={onRemove}>
          <CloseIcon />
        </Button>
      </div>
      {[unread.start, unread.end].map(
        (text, place) =>
          text != null && (
            <p key={place === 0 ? 'start' : 'end'} className="small alert" role="alert">
              “{text}” is no time of day: enter one such as 14:30. Until then the {place === 0 ? 'start' : 'end'} stays{' '}
              {clockText(place === 0 ? start : end)}.
            </p>
          ),
      )}
      {fault !== undefined && (
        <p className="wrap small alert" role="alert">
          It {fault}.
          {carried !== null && (
            <button type="button" className="link-button" onClick={() => next?.onWeek(carried)}>
              Go on into {next?.name} until {clockText(end)}
            </button>
          )}
          {next !== undefined && carried === null && end < start && start < DAY_S && (
            <span>
              {next.name} has a range before {clockText(end)} already.
            </span>
          )}
        </p>
      )}
    </div>
  )
}
