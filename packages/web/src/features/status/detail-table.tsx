import './detail.css'
import { useMemo, useRef } from 'react'
import type { Segment } from '../../charts/segment.ts'
import { touches, type Window } from '../../charts/span.ts'
import { useAgingNow } from '../../lib/clock.ts'
import { timeNear } from '../../lib/dates.ts'
import { count, duration } from '../../lib/format.ts'
import { Empty } from '../../ui/empty.tsx'
import { isQuiet, stateText, statusKey } from '../../ui/status.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useRowsInView } from '../../ui/use-rows-in-view.ts'

/** Returns true if a part of the interval is scheduled time; an open interval ends at `now` (epoch ms). */
const isScheduledIn = (row: Segment, scheduled: readonly Window[], now: number): boolean =>
  scheduled.some((part) => touches({ ...row, to: row.to ?? now }, part))

function StatusOf({ row, isScheduled }: { row: Segment; isScheduled: boolean }) {
  const status = statusKey(row.status)
  const quiet = isQuiet(status, isScheduled)
  return (
    <>
      <StatusMark status={status} quiet={quiet} size={10} /> {stateText(status, quiet)}
    </>
  )
}

interface IntervalTableProps {
  /** Intervals in ascending order; the table shows the newest first. */
  intervals: readonly (Segment & { readonly notes?: string })[]
  /**
   * Scheduled time, with and without a shift. An interval outside of it in which the machine did not run is shown as not
   * scheduled.
   */
  scheduled: readonly Window[]
  zone: string
  chosen: Segment | undefined
  onChoose: (interval: Segment) => void
}

const ROW_PX = 32

/**
 * Table of intervals of status, the newest first, or a note if there are none. A click on the start of an interval calls
 * `onChoose`. Only rows in view are rendered.
 */
export function IntervalTable({ intervals, scheduled, zone, chosen, onChoose }: IntervalTableProps) {
  const now = useAgingNow()
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = useMemo(() => intervals.toReversed(), [intervals])
  const tops = useMemo(() => Array.from({ length: rows.length + 1 }, (_, index) => index * ROW_PX), [rows.length])
  const { first, end } = useRowsInView(body, tops)
  if (rows.length === 0)
    return <Empty title="No intervals">This machine sent no data in this time. Choose another period above.</Empty>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className="box scroll-box detail-table-box" aria-label={`${count(rows.length)} intervals`} tabIndex={0}>
      <table className="dense-table detail-table" aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {['Status', 'From', 'To', 'Duration', 'Reason', 'Notes'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Gap rows={first} />
          {rows.slice(first, end).map((row, index) => (
            <tr
              key={row.from}
              aria-rowindex={first + index + 2}
              aria-current={row.from === chosen?.from ? 'true' : undefined}
            >
              <td>
                <StatusOf row={row} isScheduled={isScheduledIn(row, scheduled, now)} />
              </td>
              <td>
                <button type="button" className="link-button" onClick={() => onChoose(row)}>
                  {timeNear(row.from, now, zone)}
                </button>
              </td>
              <td>{row.to === null ? 'now' : timeNear(row.to, now, zone)}</td>
              <td>{duration((row.to ?? now) - row.from)}</td>
              <td className="cut muted detail-table-words" title={row.reason}>
                {row.reason}
              </td>
              <td className="cut muted detail-table-words" title={row.notes}>
                {row.notes}
              </td>
            </tr>
          ))}
          <Gap rows={rows.length - end} />
        </tbody>
      </table>
    </section>
  )
}

/** Empty row with the height of `rows` rows that are not in view; nothing for 0. */
function Gap({ rows }: { rows: number }) {
  if (rows <= 0) return null
  return (
    <tr style={{ height: rows * ROW_PX }}>
      <td colSpan={6} />
    </tr>
  )
}
