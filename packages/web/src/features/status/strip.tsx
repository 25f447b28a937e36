import '../../charts/charts.css'
import type { Segment } from '../../charts/segment.ts'
import type { Window } from '../../charts/span.ts'
import { Timeline } from '../../charts/timeline.tsx'
import { useNow } from '../../lib/clock.ts'
import { SpanTip, summary } from './words.tsx'

/** Interval at which the tooltip of the open interval is updated. */
const STEP_MS = 60_000

interface StripProps {
  /** Undefined: not loaded yet. */
  segments: readonly Segment[] | undefined
  window: Window
  zone: string
  /** Label such as `Press 12, this week`. */
  label: string
  height: number
}

/** Small timeline of one machine over the period, with tooltips; a skeleton while `segments` is undefined. */
export function Strip({ segments, window, zone, label, height }: StripProps) {
  const minute = useNow(STEP_MS)
  if (segments === undefined) return <div className="timeline-bones" style={{ height }} />
  return (
    <Timeline
      spans={segments}
      window={window}
      height={height}
      label={summary(segments, window, label)}
      tip={(span, at) => <SpanTip span={span} at={at} now={minute} zone={zone} />}
    />
  )
}
