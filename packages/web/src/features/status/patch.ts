import type { StatusMessage } from '@millwatch/contract/live'
import type { Span } from '../../charts/span.ts'

/**
 * A timeline after a told change: what reached past its start is cut there, and the new status is open from it.
 * The machine's whole timeline is read again soon after, so a change that restated more is shown in full then.
 */
export function patchTimeline(spans: Span[], { status, started_at }: StatusMessage): Span[] {
  const from = Date.parse(started_at)
  const last = spans.at(-1)
  if (last !== undefined && last.status === status && last.from === from && last.to === null) return spans
  const kept = spans
    .filter((span) => span.from < from)
    .map((span) => ((span.to ?? Number.POSITIVE_INFINITY) > from ? { ...span, to: from } : span))
  const before = kept.at(-1)
  if (before !== undefined && before.status === status && before.to === from)
    return [...kept.slice(0, -1), { ...before, to: null }]
  return [...kept, { status, from, to: null }]
}
