import { OUTLIER, STARTUP } from '@millwatch/domain/ingest'
import type { Window } from './span.ts'

/**
 * A cycle that stands out. `mark` is 1 for a startup cycle, 2 for an outlier; `count` is the number of marks merged
 * into this one.
 */
export interface Mark {
  at: number
  value: number
  mark: number
  count: number
}

export const MARK_WORDS: Readonly<Record<number, string>> = { [STARTUP]: 'startup cycle', [OUTLIER]: 'outlier' }

/** Marks nearer to each other than this would overlap. */
const STEP_PX = 7

/**
 * Returns the marks inside a window, reduced to `width` pixels. Of marks of one kind that are too near, the greatest
 * is kept.
 */
export function marksByPixel(marks: readonly Mark[], window: Window, width: number): Mark[] {
  const msPerStep = ((window.to - window.from) / Math.max(1, width)) * STEP_PX
  const steps = new Map<number, Mark>()
  for (const candidate of marks) {
    if (candidate.at < window.from || candidate.at >= window.to) continue
    const step = Math.floor((candidate.at - window.from) / msPerStep) * 4 + candidate.mark
    const kept = steps.get(step)
    const count = (kept?.count ?? 0) + candidate.count
    steps.set(step, { ...(kept === undefined || candidate.value > kept.value ? candidate : kept), count })
  }
  return [...steps.values()]
}

/** Returns the first mark between two instants, if there is one. */
export const markAt = (marks: readonly Mark[], from: number, to: number): Mark | undefined =>
  marks.find((candidate) => candidate.at >= from && candidate.at <= to)
