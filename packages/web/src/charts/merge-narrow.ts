import { drawnIntervals, type Several, type Status } from '@millwatch/domain/status'
import type { Segment } from './segment.ts'
import type { Window } from './span.ts'

const isStatus = (status: number): status is Status => status >= 1 && status <= 4

const byStatus = (ms: Several['ms']): number[] => [0, ms[1], ms[2], ms[3], ms[4]]

/**
 * Reduces a timeline to `width` pixels: neighbours narrower than a pixel become one segment with the time of each status in it,
 * so that months of short stops do not look like one long stop. If the server has merged any segments already, all are returned
 * unchanged; otherwise ids and reasons are left out. `unscheduled` is the time outside the schedule, ascending.
 */
export function mergeNarrow(
  segments: readonly Segment[],
  window: Window,
  width: number,
  unscheduled: readonly Window[] = [],
): readonly Segment[] {
  // The server has already merged segments that were requested for this width.
  if (segments.some(({ several }) => several !== undefined)) return segments
  const intervals = segments.flatMap(({ status, from, to }) =>
    isStatus(status) ? [{ status, startedAt: from, endedAt: to }] : [],
  )
  return drawnIntervals(intervals, window, width, unscheduled).map((drawn): Segment => {
    if ('interval' in drawn) {
      const { status, startedAt, endedAt } = drawn.interval
      return { status, from: startedAt, to: endedAt }
    }
    const { startedAt, endedAt, count } = drawn
    const [ms, unscheduledMs] = [byStatus(drawn.ms), byStatus(drawn.unscheduledMs)]
    return { status: 0, from: startedAt, to: endedAt, several: { count, ms, unscheduledMs } }
  })
}
