import { RUNNING } from '@millwatch/domain/status'
import { quietMsOf, type Segment, type Several, totalsOf } from '../../charts/segment.ts'
import type { Span, Window } from '../../charts/span.ts'
import { now as present } from '../../lib/clock.ts'
import { timeNear } from '../../lib/dates.ts'
import { briefDuration, duration } from '../../lib/format.ts'
import { isQuiet, NOT_SCHEDULED, stateText, statusKey, statusText } from '../../ui/status.ts'

/**
 * Returns the times of several merged intervals in words: one for each status, and one for the time outside the schedule in which
 * the machine did not run.
 */
const severalWords = ({ ms, unscheduledMs = [] }: Several): string =>
  sumsWords(
    ms,
    ms.map((_, status) => (status === RUNNING ? 0 : (unscheduledMs[status] ?? 0))),
  )

/**
 * Returns times (ms) by status in words. `quietMs` is the part of each that is outside the schedule, which is subtracted and
 * named as one sum. Sums below a second are left out; without any the text is empty.
 */
function sumsWords(ms: readonly number[], quietMs: readonly number[]): string {
  const words = sumWords(ms.map((sum, status) => sum - (quietMs[status] ?? 0)))
  const quietSum = quietMs.reduce((sum, part) => sum + part, 0)
  const quiet = quietSum >= 1000 ? `${NOT_SCHEDULED} ${briefDuration(quietSum)}` : ''
  return [words, quiet].filter((text) => text !== '').join(', ')
}

/**
 * Returns times (ms) by status as `Running 18 h 02 m, Down 5 h 10 m, no data 48 m 00 s`; index 0 is time without data. Sums below
 * a second are left out; without any the text is empty.
 */
function sumWords(sums: readonly number[]): string {
  return [1, 2, 3, 4, 0]
    .filter((status) => (sums[status] ?? 0) >= 1000)
    .map((status) => `${status === 0 ? 'no data' : statusText[statusKey(status)]} ${briefDuration(sums[status] ?? 0)}`)
    .join(', ')
}

/**
 * Returns a sentence with the time of each status in a window up to now, for screen readers: `Last 24 hours: Running 18 h 02 m,
 * Down 5 h 10 m, no data 48 m 00 s, Not scheduled 3 h 00 m`. Sums below a second are left out; `no data` if there are none.
 * `unscheduled` is the time outside the schedule, ascending.
 */
export function summary(
  segments: readonly Segment[],
  { from, to }: Window,
  label: string,
  unscheduled: readonly Window[] = [],
): string {
  // A preview reaches up to 30 s into the future, so that it need not be rendered each second. That part is not
  // counted.
  const been = { from, to: Math.min(to, present()) }
  return `${label}: ${sumsWords(totalsOf(segments, been), quietMsOf(segments, been, unscheduled)) || 'no data'}`
}

/**
 * Returns start and end of a span as text (`10:42:17 → now` for an open one), and its length as text, up to the present for an
 * open one. `now` (epoch ms) only decides which day is today, so it may be a minute old.
 */
export function spanWords(span: Span, now: number, zone: string): { times: string; length: string } {
  const from = timeNear(span.from, now, zone)
  const to = span.to === null ? 'now' : timeNear(span.to, now, zone)
  return { times: `${from} → ${to}`, length: duration((span.to ?? present()) - span.from) }
}

/** Returns true if the machine did not run in the segment and none of its part inside the window is scheduled. */
function isQuietSegment(segment: Segment, window: Window, unscheduled: readonly Window[]): boolean {
  const inside = { from: Math.max(segment.from, window.from), to: Math.min(segment.to ?? window.to, window.to) }
  const quietMs = quietMsOf([segment], inside, unscheduled).reduce((sum, part) => sum + part, 0)
  return quietMs > 0 && quietMs === inside.to - inside.from
}

/**
 * Returns state, times, length and reason of a segment as one text for screen readers; for several merged intervals their number,
 * the time of each status, and the times.
 */
export function segmentWords(
  segment: Segment,
  now: number,
  { window, zone, unscheduled }: { window: Window; zone: string; unscheduled: readonly Window[] },
): string {
  const { times, length } = spanWords(segment, now, zone)
  if (segment.several !== undefined)
    return `${segment.several.count} short intervals, ${severalWords(segment.several)}, ${times}`
  const reason = segment.reason === undefined ? '' : `, ${segment.reason}`
  const state = stateText(statusKey(segment.status), isQuietSegment(segment, window, unscheduled))
  return `${state}, ${times}, ${length}${reason}`
}

interface SpanTipProps {
  span: Segment | undefined
  at: number
  now: number
  zone: string
  /** Time outside the schedule; an instant in it is marked as not scheduled in the tooltip. */
  unscheduled?: readonly Window[]
}

/**
 * Content of the tooltip at the instant `at`: state, length, times and reason of the span, or the sums of several merged
 * intervals. `No data` with the time if `span` is undefined.
 */
export function SpanTip({ span, at, now, zone, unscheduled = [] }: SpanTipProps) {
  const isUnscheduled = unscheduled.some(({ from, to }) => from <= at && at < to)
  if (span === undefined) {
    return (
      <>
        <div>No data</div>
        <div className="muted">{timeNear(at, now, zone)}</div>
      </>
    )
  }
  const { times, length } = spanWords(span, now, zone)
  const quiet = isQuiet(statusKey(span.status), !isUnscheduled)
  if (span.several !== undefined) {
    return (
      <>
        <div>
          <b>{span.several.count} short intervals</b> {length}
        </div>
        <div>{severalWords(span.several)}</div>
        <div className="muted">{times}</div>
      </>
    )
  }
  return (
    <>
      <div>
        <b>{stateText(statusKey(span.status), quiet)}</b> {length}
      </div>
      {isUnscheduled && !quiet && <div>{NOT_SCHEDULED}</div>}
      <div className="muted">{times}</div>
      {span.reason !== undefined && <div>{span.reason}</div>}
    </>
  )
}
