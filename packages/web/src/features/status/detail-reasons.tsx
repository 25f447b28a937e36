import { useRef } from 'react'
import type { Segment } from '../../charts/segment.ts'
import type { Window } from '../../charts/span.ts'
import { counted } from '../../lib/format.ts'
import { useWidth } from '../../ui/use-size.ts'

interface ReasonStripProps {
  intervals: readonly Segment[]
  window: Window
  onChoose: (interval: Segment) => void
}

/** Width in px below which a stop has no reason under it, since there is no room for text. */
const LEAST_PX = 40

/**
 * Line of buttons with the reasons of the stops, each below its stop if that is at least 40 px wide. A click calls `onChoose`
 * with the stop. The line has no height if there is nothing to show.
 */
export function ReasonStrip({ intervals, window, onChoose }: ReasonStripProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const given = intervals.filter(({ reason }) => reason !== undefined)
  const toX = (at: number): number =>
    Math.min(width, Math.max(0, ((at - window.from) / (window.to - window.from)) * width))
  const seen = given.flatMap((interval) => {
    const left = toX(interval.from)
    const wide = toX(interval.to ?? window.to) - left
    return wide < LEAST_PX ? [] : [{ interval, left, wide }]
  })
  return (
    <div
      ref={box}
      className={`anchor detail-reasons${seen.length === 0 ? ' detail-reasons-unseen' : ''}`}
      aria-hidden="true"
    >
      {seen.map(({ interval, left, wide }) => (
        <button
          key={interval.from}
          type="button"
          tabIndex={-1}
          className="cut note detail-reason"
          style={{ left, width: wide }}
          title={interval.reason}
          onClick={() => onChoose(interval)}
        >
          {interval.reason}
        </button>
      ))}
    </div>
  )
}

/** Lines under the excessive stops of a timeline, each at least 4 px wide; nothing if there are none. */
export function ExcessiveStrip({ intervals, window }: Pick<ReasonStripProps, 'intervals' | 'window'>) {
  if (intervals.length === 0) return null
  const share = (at: number): number =>
    Math.min(100, Math.max(0, ((at - window.from) / (window.to - window.from)) * 100))
  return (
    <div className="anchor detail-excessive" role="img" aria-label={`${counted(intervals.length, 'excessive stop')}`}>
      {intervals.map(({ from, to }) => (
        <span
          key={from}
          className="detail-excessive-stop"
          style={{ left: `${share(from)}%`, width: `max(4px, ${share(to ?? window.to) - share(from)}%)` }}
          title="Excessive downtime"
        />
      ))}
    </div>
  )
}
