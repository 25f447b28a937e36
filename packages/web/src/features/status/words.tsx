import type { Span, Window } from '../../charts/span.ts'
import { totals } from '../../charts/span.ts'
import { briefDuration, duration } from '../../lib/format.ts'
import { timeNear } from '../../lib/zoned.ts'
import { statusKey, statusText } from '../../ui/status.ts'

/** The timeline in one sentence: `Last 24 hours: Running 18 h 02 m, Down 5 h 10 m, no data 48 m 00 s`. */
export function summary(spans: readonly Span[], window: Window, what: string): string {
  const sums = totals(spans, window)
  const parts = [1, 2, 3, 4, 0]
    .filter((status) => (sums[status] ?? 0) >= 1000)
    .map((status) => `${status === 0 ? 'no data' : statusText[statusKey(status)]} ${briefDuration(sums[status] ?? 0)}`)
  return `${what}: ${parts.join(', ') || 'no data'}`
}

/** From when to when, and how long. */
export function spanWords(span: Span, now: number, zone: string): { times: string; length: string } {
  const from = timeNear(span.from, now, zone)
  const to = span.to === null ? 'now' : timeNear(span.to, now, zone)
  return { times: `${from} → ${to}`, length: duration((span.to ?? now) - span.from) }
}

/** What the tip says under the pointer. */
export function SpanTip({ span, at, now, zone }: { span: Span | undefined; at: number; now: number; zone: string }) {
  if (span === undefined) {
    return (
      <>
        <div>No data</div>
        <div className="tip-second">{timeNear(at, now, zone)}</div>
      </>
    )
  }
  const { times, length } = spanWords(span, now, zone)
  return (
    <>
      <div>
        <b>{statusText[statusKey(span.status)]}</b> {length}
      </div>
      <div className="tip-second">{times}</div>
    </>
  )
}
