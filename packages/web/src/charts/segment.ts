import { RUNNING } from '@millwatch/domain/status'
import { msWithin } from '@millwatch/domain/time'
import type { Span, Window } from './span.ts'

/** Time of each status inside several intervals that are drawn together, since each is narrower than a pixel. */
export interface Several {
  readonly count: number
  /** Ms by status, 1 to 4; the first entry is 0. */
  readonly ms: readonly number[]
  /** Part of `ms` outside the schedule, by status; absent if there is none. */
  readonly unscheduledMs?: readonly number[]
}

/** Segment of a timeline as a chart draws it. With `several` it is several intervals drawn together, and its status is 0. */
export interface Segment extends Span {
  readonly several?: Several
  /** Id of the interval, if it is known. The details of a stop are opened by it. */
  readonly id?: number
  /** Reason of the stop, when somebody gave one. */
  readonly reason?: string
}

/** Scheduled time from `from` to before `to`, epoch ms; `shift` is 1 to 3, or 0 without a shift. */
export interface ShiftSpan {
  readonly from: number
  readonly to: number
  readonly shift: number
}

/**
 * Returns the ms of each status inside the window, by status 1 to 4; index 0 is time without data. An open segment lasts until
 * the end of the window. A segment of several intervals adds the part of its times that is inside the window, in proportion.
 */
export function totalsOf(segments: readonly Segment[], window: Window): number[] {
  const sums = [window.to - window.from, 0, 0, 0, 0]
  const add = (status: number, ms: number): void => {
    sums[status] = (sums[status] ?? 0) + ms
    sums[0] = (sums[0] ?? 0) - ms
  }
  for (const segment of segments) {
    const to = segment.to ?? window.to
    const length = Math.min(to, window.to) - Math.max(segment.from, window.from)
    if (length <= 0) continue
    if (segment.several === undefined) add(segment.status, length)
    else
      for (const [status, ms] of segment.several.ms.entries())
        if (status > 0) add(status, (ms * length) / (to - segment.from))
  }
  return sums
}

/**
 * Returns the ms inside the window in which a machine did not run outside its schedule, by status 1 to 4 (0 for running and index
 * 0). `unscheduled` is the time outside the schedule, ascending and without overlaps.
 */
export function quietMsOf(segments: readonly Segment[], window: Window, unscheduled: readonly Window[]): number[] {
  const sums = [0, 0, 0, 0, 0]
  for (const { status, from, to, several } of segments) {
    const [first, end] = [Math.max(from, window.from), Math.min(to ?? window.to, window.to)]
    if (end <= first) continue
    if (several === undefined && status !== RUNNING)
      sums[status] = (sums[status] ?? 0) + msWithin({ from: first, to: end }, unscheduled)
    for (const [part, ms] of several?.unscheduledMs?.entries() ?? [])
      if (part !== RUNNING) sums[part] = (sums[part] ?? 0) + (ms * (end - first)) / ((to ?? window.to) - from)
  }
  return sums
}
