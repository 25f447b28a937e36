import './parts-report.css'
import { maintenanceText } from '@millwatch/domain/parts'
import type { Maintenance } from '../../features/reports/parts.ts'
import { dateAndMinute } from '../../lib/dates.ts'

interface PartTimelineProps {
  events: readonly Maintenance[]
  /** Period, epoch ms. */
  range: { readonly from: number; readonly to: number }
  hasMachines: boolean
  zone: string
}

/** Returns work on a part as text: `replaced × 2, 11/21 10:42 AM, Mazak 01`; without the machine if `hasMachines` is false. */
const wordsOf = ({ action, qty, at, machine }: Maintenance, zone: string, hasMachines: boolean): string =>
  [maintenanceText(action, qty), dateAndMinute(at, zone), ...(hasMachines ? [machine] : [])].join(', ')

/** Largest number of events in the text for screen readers; the list of a part has all. */
const MOST_READ = 20

/**
 * Line of the period with a mark for each maintenance, and the latest maintenance as text. For screen readers it has the last 20
 * as text.
 */
export function PartTimeline({ events, range, hasMachines, zone }: PartTimelineProps) {
  const span = Math.max(1, range.to - range.from)
  const last = events.at(-1)
  const words = events.slice(-MOST_READ).map((event) => wordsOf(event, zone, hasMachines))
  return (
    <span className="stack part-timeline">
      <span
        className="anchor part-track"
        role="img"
        aria-label={words.length === 0 ? 'No maintenance' : words.join('; ')}
      >
        {events.map((event) => (
          <span
            key={event.id}
            className="part-mark"
            data-maintenance={!event.isDuringStop}
            style={{ insetInlineStart: `${((event.at - range.from) / span) * 100}%` }}
            title={wordsOf(event, zone, hasMachines)}
          />
        ))}
      </span>
      <span className="note cut part-last">{last === undefined ? '' : maintenanceText(last.action, last.qty)}</span>
    </span>
  )
}
