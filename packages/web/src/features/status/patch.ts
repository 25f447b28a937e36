import type { StatusMessage } from '@millwatch/contract/live'
import type { Span } from '../../charts/span.ts'
import type { LiveBatch } from '../../live/rooms.ts'

/** Timelines by machine id. */
export type Timelines = Record<number, Span[]>

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

/** One machine's timeline after all changes told of it. */
export const patchSpans = (spans: Span[], { status }: Pick<LiveBatch, 'status'>): Span[] =>
  status.reduce(patchTimeline, spans)

/** The timelines of a unit likewise; those nothing was told of stay the very same. */
export function patchTimelines(known: Timelines, { status }: Pick<LiveBatch, 'status'>): Timelines {
  if (status.length === 0) return known
  const next = { ...known }
  for (const told of status) next[told.equipment_id] = patchTimeline(next[told.equipment_id] ?? [], told)
  return next
}
