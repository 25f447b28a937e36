import type { ScheduleRange } from '@millwatch/domain/schedules'
import { DAY_S } from '@millwatch/domain/time'

/**
 * Strip of a day from midnight to midnight with its ranges in the colours of their shifts. It is hidden from screen readers,
 * since a text beside it names the ranges.
 */
export function DayStrip({ ranges }: { ranges: readonly ScheduleRange[] }) {
  return (
    <span className="meter anchor day-strip" aria-hidden="true">
      {ranges.map(([start, end, shift], place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a range has nothing of its own but its place
          key={place}
          className={`placed-mark shift-${shift}`}
          style={{ left: `${(100 * start) / DAY_S}%`, width: `${(100 * Math.max(0, end - start)) / DAY_S}%` }}
        />
      ))}
    </span>
  )
}
