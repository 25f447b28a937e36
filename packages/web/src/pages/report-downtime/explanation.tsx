import { sumStops } from '@millwatch/domain/stops'
import type { Downtime } from '../../features/stops/downtime.ts'
import type { Figures } from '../../features/utilization/types.ts'
import { dateAndTime, timeOfDay } from '../../lib/dates.ts'
import { count, percent } from '../../lib/format.ts'
import { zoneName } from '../../lib/zoned.ts'
import { useTimeForm } from '../../ui/time-form.tsx'

interface ExplanationProps {
  downtime: Downtime
  figures: Figures | undefined
  /** Excessive downtime as a share of scheduled time, in percent; null if both are not of the same time and machines. */
  share: number | null
  zone: string
  /** True if the person may ignore stops, and so sees ignored ones in the list. */
  seesIgnored: boolean
}

/**
 * Explanation of the sum of the report: formula, number of stops and time, parts that are left out, and the difference to
 * utilization.
 */
export function Explanation({ downtime, figures, share, zone, seesIgnored }: ExplanationProps) {
  const [counted, ignored] = [false, true].map((isIgnored) =>
    sumStops(
      downtime.stops
        .filter((stop) => stop.isIgnored === isIgnored)
        .map(({ scheduledMs }) => ({ stops: 1, ms: scheduledMs })),
    ),
  )
  const [time, choice] = useTimeForm()
  const seconds = (counted?.ms ?? 0) / 1000
  return (
    <>
      <p className="muted">excessive downtime = sum of the scheduled parts of all excessive stops</p>
      <p>
        {count(counted?.stops ?? 0)} stops, {time(seconds)}
        {figures !== undefined && share !== null && (
          <>
            {' '}
            / {time(figures.scheduled_s)} = <b>{percent(share)}</b> of scheduled time
          </>
        )}
      </p>
      <p className="second">
        A stop is excessive from the threshold of its machine on, in scheduled time. Each counts whole if any part of it
        lies in the period, over all shifts.
      </p>
      <p className="second">
        {seesIgnored
          ? `Left out: ${count(ignored?.stops ?? 0)} ignored stops, ${time((ignored?.ms ?? 0) / 1000)}, and`
          : 'Left out: ignored stops, and'}{' '}
        machines that do not track excessive downtime.
      </p>
      {figures !== undefined && (
        <p className="second">
          Utilization cuts stops at the ends of the period, counts ignored stops, and leaves excluded machines out:
          there it is {time(figures.explained.excessive_downtime_s)}.
        </p>
      )}
      {figures !== undefined && (
        <p className="second">
          Without data: {time(figures.explained.offline_scheduled_s)} of scheduled time, in which machines were offline.
        </p>
      )}
      <p className="note">
        From {dateAndTime(downtime.from, zone)} to {dateAndTime(downtime.to, zone)} {zoneName(downtime.to, zone)}, read
        at {timeOfDay(downtime.readAt, zone)}
      </p>
      {choice}
    </>
  )
}
