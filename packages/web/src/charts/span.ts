import { OFFLINE } from '@millwatch/domain/status'
import { without } from '@millwatch/domain/time'

/**
 * Interval of a timeline with one status, 1 to 4 (or 0), from `from` to before `to`, epoch ms; `to` is null while the
 * interval is open.
 */
export interface Span {
  status: number
  from: number
  to: number | null
}

/** Time shown by a chart, from `from` to before `to`, epoch ms. */
export interface Window {
  from: number
  to: number
}

/** Returns true when the span and the window overlap; an open span lasts until the end of the window. */
export const touches = (span: Span, window: Window): boolean =>
  span.from < window.to && (span.to ?? window.to) > window.from

/**
 * Returns the last span with `from <= at < to` (epoch ms), where a null `to` means no end, also if its status is offline. Returns
 * undefined if no span contains `at`.
 */
export function spanAt<T extends Span>(spans: readonly T[], at: number): T | undefined {
  return spans.findLast((span) => span.from <= at && (span.to === null || at < span.to))
}

/**
 * Returns the parts of the window without data, ascending and joined where they touch: those in which the status is offline, and
 * those outside of every span. `spans` ascend.
 */
export function noData(spans: readonly Span[], window: Window): Window[] {
  const withData = spans.filter(({ status }) => status !== OFFLINE)
  return without(
    [window],
    withData.map(({ from, to }) => ({ from, to: to ?? window.to })),
  )
}
