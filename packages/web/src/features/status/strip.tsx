import '../../charts/charts.css'
import type { Window } from '../../charts/span.ts'
import { Timeline } from '../../charts/timeline.tsx'
import { useAgingNow } from '../../lib/clock.ts'
import type { Preview } from './preview.ts'
import { SpanTip, summary } from './words.tsx'

/** Interval at which the tooltip of the open interval is updated, ms. */
const STEP_MS = 60_000

interface StripProps {
  /** Data of the timeline; undefined: not loaded yet. */
  preview: Preview | undefined
  window: Window
  zone: string
  /** Label such as `Press 12, this week`. */
  label: string
  height: number
}

/** Small timeline of one machine over the window, with tooltips; a placeholder while `preview` is undefined. */
export function Strip({ preview, window, zone, label, height }: StripProps) {
  const minute = useAgingNow(STEP_MS)
  if (preview === undefined) return <div className="timeline-skeleton" style={{ height }} />
  const { segments, unscheduled } = preview
  return (
    <Timeline
      spans={segments}
      unscheduled={unscheduled}
      window={window}
      height={height}
      label={summary(segments, window, label, unscheduled)}
      tip={(span, at) => <SpanTip span={span} at={at} now={minute} zone={zone} unscheduled={unscheduled} />}
    />
  )
}
