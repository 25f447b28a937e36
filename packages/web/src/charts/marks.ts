import { OUTLIER, STARTUP } from '@millwatch/domain/ingest'
import type { Window } from './span.ts'

/**
 * Startup cycle (`mark` 1) or outlier (`mark` 2) at the instant `at` (epoch ms), with its cycle time as `value`. `count` is the
 * number of cycles merged into this mark.
 */
export interface Mark {
  at: number
  value: number
  mark: number
  count: number
}

export const MARK_WORDS: Readonly<Record<number, string>> = { [STARTUP]: 'startup cycle', [OUTLIER]: 'outlier' }

/** Width (px) in which only one mark of a kind is drawn, as nearer marks would overlap. */
const STEP_PX = 7

/**
 * Returns the marks inside a window, at most one of each kind per 7 px of `width`. Of several the one with the greatest value
 * stays (of equal ones the first), with the counts of all added.
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

/** Returns the first mark in list order with `from` <= its instant <= `to` (epoch ms); undefined without one. */
export const markAt = (marks: readonly Mark[], from: number, to: number): Mark | undefined =>
  marks.find((candidate) => candidate.at >= from && candidate.at <= to)
