import { OFFLINE } from '@millwatch/domain/status'

/** A piece of a timeline: `status` 1 to 4, `[from, to)` epoch ms, `to` null while open. */
export interface Span {
  status: number
  from: number
  to: number | null
}

/** What a chart shows: `[from, to)`, epoch ms. */
export interface Window {
  from: number
  to: number
}

/** Whether some of a span is inside the window. */
export const touches = (span: Span, window: Window): boolean =>
  span.from < window.to && (span.to ?? window.to) > window.from

/** The span that holds `at`, or undefined where there is no data. */
export function spanAt<T extends Span>(spans: readonly T[], at: number): T | undefined {
  return spans.findLast((span) => span.from <= at && (span.to === null || at < span.to))
}

/** What of the window nothing is known about: offline, or outside every span. */
export function noData(spans: readonly Span[], window: Window): Window[] {
  const gaps: Window[] = []
  let reached = window.from
  const add = (from: number, to: number): void => {
    const last = gaps.at(-1)
    if (to <= from) return
    if (last !== undefined && last.to === from) last.to = to
    else gaps.push({ from, to })
  }
  for (const span of spans) {
    const [from, to] = [Math.max(span.from, window.from), Math.min(span.to ?? window.to, window.to)]
    if (to <= from) continue
    add(reached, from)
    if (span.status === OFFLINE) add(from, to)
    reached = to
  }
  add(reached, window.to)
  return gaps
}
