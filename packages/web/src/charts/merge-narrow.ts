import { drawnIntervals, type Status } from '@millwatch/domain/status'
import type { Segment } from './segment.ts'
import type { Window } from './span.ts'

const isStatus = (status: number): status is Status => status >= 1 && status <= 4

/**
 * Reduces a timeline to `width` pixels: neighbours narrower than a pixel become one segment, painted by the share of
 * each status. Without this, months of short stops would look like one long stop.
 */
export function mergeNarrow(segments: readonly Segment[], window: Window, width: number): readonly Segment[] {
  // The server has already merged segments that were requested for this width.
  if (segments.some(({ several }) => several !== undefined)) return segments
  const intervals = segments.flatMap(({ status, from, to }) =>
    isStatus(status) ? [{ status, startedAt: from, endedAt: to }] : [],
  )
  return drawnIntervals(intervals, window, width).map((drawn): Segment => {
    if ('interval' in drawn) {
      const { status, startedAt, endedAt } = drawn.interval
      return { status, from: startedAt, to: endedAt }
    }
    const { startedAt, endedAt, count, ms } = drawn
    return { status: 0, from: startedAt, to: endedAt, several: { count, ms: [0, ms[1], ms[2], ms[3], ms[4]] } }
  })
}
