import './schedules.css'
import { updateScheduleOfEquipment, updateScheduleOfOrgUnit } from '@millwatch/contract/http/schedules'
import { carriedUntil, normaliseSchedule, type Schedule, type ScheduleRange } from '@millwatch/domain/schedules'
import { useState } from 'react'
import { useNow } from '../../lib/clock.ts'
import { clockText } from '../../lib/clock-text.ts'
import { NONE } from '../../lib/format.ts'
import { weekdaysInOrder } from '../../lib/measures.ts'
import { placeOf as cityOf, weekdayIn, zoneName } from '../../lib/zoned.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { DayStrip } from './day-strip.tsx'
import { EditSchedule } from './edit-schedule.tsx'
import { placeOf, type Scheduled } from './place.ts'
import { dayName, SHIFTS, shortDay } from './words.ts'

/**
 * Panel with the weekly schedule of a unit or machine, the unit from which it is inherited and the time zone. People who may do
 * so open its editor; others see a note.
 */
export function SchedulePanel({ scheduled }: { scheduled: Scheduled }) {
  const place = placeOf(scheduled)
  const mayEdit = useMay()(place.isUnit ? updateScheduleOfOrgUnit : updateScheduleOfEquipment)
  const [editing, setEditing] = useState(false)
  const now = useNow(60_000)
  const today = weekdayIn(now, place.zone)
  const week = normaliseSchedule(place.schedule)
  return (
    <section className="stack schedule" aria-label="Schedule">
      <header className="spread">
        <p>
          {place.source === null ? (
            place.hasParent ? (
              'Its own schedule'
            ) : (
              'The schedule of the company'
            )
          ) : (
            <>
              Inherited from <bdi className="strong any-break">{place.source}</bdi>
            </>
          )}
          <span className="note block">{clockWords(place.zone, now)}</span>
        </p>
        {mayEdit && <Button onClick={() => setEditing(true)}>Edit</Button>}
      </header>
      <Week schedule={week} today={today} />
      {week.every((ranges) => ranges.length === 0) && (
        <p className="box any-break callout schedule-warning" role="note">
          Nothing is scheduled: no shift is running at any time, and utilization is ∞.
          {mayEdit && ' Edit says when it is to work.'}
        </p>
      )}
      {!mayEdit && <p className="note">An admin changes it.</p>}
      {editing && <EditSchedule place={place} today={today} onClose={() => setEditing(false)} />}
    </section>
  )
}

/** Returns the name of the time zone as text, with its abbreviation if that differs: `Clock of Chicago, CST`. */
function clockWords(zone: string, now: number): string {
  const [city, letters] = [cityOf(zone), zoneName(now, zone)]
  return city === letters ? `Clock of ${city}` : `Clock of ${city}, ${letters}`
}

function Week({ schedule, today }: { schedule: Schedule; today: number }) {
  return (
    <table className="schedule-week" aria-label="Schedule by weekday">
      <tbody>
        {weekdaysInOrder().map((weekday) => (
          <tr key={weekday} aria-current={weekday === today ? 'date' : undefined}>
            <th scope="row" title={dayName(weekday)}>
              <span aria-hidden="true">{shortDay(weekday)}</span>
              <span className="sr-only">{dayName(weekday)}</span>
              {weekday === today && <span className="note block regular">Today</span>}
            </th>
            <td>
              <Day schedule={schedule} weekday={weekday} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({ schedule, weekday }: { schedule: Schedule; weekday: number }) {
  const ranges = schedule[weekday] ?? []
  const carried = carriedUntil(schedule, weekday)
  return (
    <>
      <DayStrip ranges={ranges} />
      {ranges.length === 0 ? (
        <span title={`${dayName(weekday)} is not scheduled`}>{NONE}</span>
      ) : (
        <ul>
          {byShift(ranges).map((together, place, all) => (
            <li key={together[0]?.[0]} className="stack near schedule-range">
              <span className={`swatch shift-mark shift-${together[0]?.[2]}`} aria-hidden="true" />
              <span className="muted">{together[0]?.[2] ? SHIFTS[together[0][2]] : 'No shift'}</span>
              <span className="wrap one-line schedule-ranges">
                {together.map(([start, end]) => (
                  <span key={start}>
                    {clockText(start)}–{clockText(end)}
                  </span>
                ))}
                {carried !== null && place === all.length - 1 && (
                  <span className="note">
                    on to {shortDay(weekday + 1)} {clockText(carried)}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Returns the ranges in groups, in the same order; consecutive ranges of the same shift are one group. */
function byShift(ranges: readonly ScheduleRange[]): ScheduleRange[][] {
  const groups: ScheduleRange[][] = []
  for (const range of ranges) {
    const last = groups.at(-1)
    if (last?.[0]?.[2] === range[2]) last.push(range)
    else groups.push([range])
  }
  return groups
}
