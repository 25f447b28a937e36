import { useMemo } from 'react'
import type { Span } from '../../charts/span.ts'
import { Timeline } from '../../charts/timeline.tsx'
import { useNow } from '../../lib/clock.ts'
import { DAY_MS } from './queries.ts'
import { SpanTip, summary } from './words.tsx'

/** A tile is some 250 px wide: a pixel is minutes, so it need not move every second. */
const STEP_MS = 60_000

const none: Span[] = []

/** The last 24 hours of one machine, small. */
export function TileTimeline({ spans = none, zone, name }: { spans: Span[] | undefined; zone: string; name: string }) {
  const minute = useNow(STEP_MS)
  // Up to the end of the minute, so that the newest piece always has a width.
  const window = useMemo(() => ({ from: minute + STEP_MS - DAY_MS, to: minute + STEP_MS }), [minute])
  return (
    <Timeline
      spans={spans}
      window={window}
      height={12}
      label={summary(spans, window, `${name}, last 24 hours`)}
      tip={(span, at) => <SpanTip span={span} at={at} now={minute} zone={zone} />}
    />
  )
}
