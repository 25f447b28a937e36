import type { Window } from './span.ts'

/** A cycle that stands out: `mark` 1 startup, 2 outlier; `count` how many of its kind stand so near. */
export interface Mark {
  at: number
  value: number
  mark: number
  count: number
}

export const STARTUP = 1
export const OUTLIER = 2
export const MARK_WORDS: Readonly<Record<number, string>> = { [STARTUP]: 'startup cycle', [OUTLIER]: 'outlier' }

/** Marks nearer than this would only smear into one another. */
const STEP_PX = 7

/** The marks inside a window as so many pixels can show them: of those of a kind that lie too near, the greatest. */
export function marksByPixel(marks: readonly Mark[], window: Window, width: number): Mark[] {
  const msPerStep = ((window.to - window.from) / Math.max(1, width)) * STEP_PX
  const steps = new Map<number, Mark>()
  for (const one of marks) {
    if (one.at < window.from || one.at >= window.to) continue
    const step = Math.floor((one.at - window.from) / msPerStep) * 4 + one.mark
    const known = steps.get(step)
    const count = (known?.count ?? 0) + one.count
    steps.set(step, { ...(known === undefined || one.value > known.value ? one : known), count })
  }
  return [...steps.values()]
}

/** The mark at an instant, if there is one. */
export const markAt = (marks: readonly Mark[], from: number, to: number): Mark | undefined =>
  marks.find((one) => one.at >= from && one.at <= to)
