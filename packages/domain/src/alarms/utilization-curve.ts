import { DOWN } from '../status/index.ts'
import type { Range } from '../time/index.ts'
import { rangesWhere } from '../tree/index.ts'
import { accountOf, isEffectiveRun, isScheduled, type MachineTime } from '../utilization/index.ts'
import { excessiveFrom } from './stops-of-alarm.ts'

/**
 * Point of a utilization curve: effective run and scheduled time (ms) in the window before the instant `at` (epoch ms), and the
 * change of both per ms from `at` up to the next point.
 */
export interface CurvePoint {
  readonly at: number
  readonly effectiveMs: number
  readonly scheduledMs: number
  readonly effectiveSlope: number
  readonly scheduledSlope: number
}

interface Change {
  readonly at: number
  /** Change of the slopes, -1, 0 or 1 each. */
  readonly effective: number
  readonly scheduled: number
  /** Effective run (ms) that no longer counts, because the stop it lies in became excessive. */
  readonly lost: number
}

/**
 * Returns effective run and scheduled time of the last `windowMs` as a curve of straight pieces over the instants of `range`,
 * ascending. At each instant both are the sums of the account of `[instant - windowMs, instant)` as if that instant were now: a
 * stop that goes on is excessive from the instant at which it reaches the threshold. `scheduled` is the machine's scheduled time.
 * An empty range gives no points.
 */
export function utilizationCurve(
  machine: MachineTime,
  scheduled: readonly Range[],
  range: Range,
  windowMs: number,
): CurvePoint[] {
  const changes = changesOf(machine, scheduled, { from: range.from - windowMs, to: range.to }, windowMs)
  changes.sort((a, b) => a.at - b.at)
  const points: CurvePoint[] = []
  const now = { at: range.from - windowMs, effectiveMs: 0, scheduledMs: 0, effectiveSlope: 0, scheduledSlope: 0 }
  const moveTo = (at: number) => {
    now.effectiveMs += now.effectiveSlope * (at - now.at)
    now.scheduledMs += now.scheduledSlope * (at - now.at)
    now.at = at
  }
  let i = 0
  const takeUpTo = (at: number) => {
    for (; i < changes.length && (changes[i] as Change).at <= at; i++) {
      const change = changes[i] as Change
      moveTo(change.at)
      now.effectiveSlope += change.effective
      now.scheduledSlope += change.scheduled
      now.effectiveMs -= change.lost
    }
    moveTo(at)
  }
  for (let at = range.from; at < range.to; at = Math.min(range.to, changes[i]?.at ?? range.to)) {
    takeUpTo(at)
    points.push({ ...now })
  }
  return points
}

function changesOf(machine: MachineTime, scheduled: readonly Range[], within: Range, windowMs: number): Change[] {
  const { intervals, settings } = machine
  const changes: Change[] = []
  const add = ({ from, to }: Range, effective: 0 | 1, isInShift: boolean) => {
    const change = { effective, scheduled: isInShift ? 1 : 0, lost: 0 }
    const back = { effective: -effective, scheduled: isInShift ? -1 : 0, lost: 0 }
    changes.push({ at: from, ...change }, { at: to, ...back })
    changes.push({ at: from + windowMs, ...back }, { at: to + windowMs, ...change })
  }
  let place = 0
  for (const entry of accountOf(machine, within, within.to, { shift: null, inUnit: null })) {
    if (!isScheduled(entry.as) && !isEffectiveRun(entry.as)) continue
    add(entry, isEffectiveRun(entry.as) ? 1 : 0, isScheduled(entry.as))
    if (entry.as !== 'excessive_downtime') continue
    while ((intervals[place]?.endedAt ?? Number.POSITIVE_INFINITY) <= entry.from) place++
    const stop = intervals[place]
    if (stop === undefined || stop.status !== DOWN) continue
    const excessiveAt = excessiveFrom(
      { from: stop.startedAt, to: stop.endedAt ?? Number.POSITIVE_INFINITY },
      scheduled,
      settings,
    )
    for (const part of rangesWhere(settings, (inForce) => inForce.utilInclLtXsfDt, entry))
      addUntil(changes, part, excessiveAt, windowMs)
  }
  return changes
}

/**
 * Adds the changes for effective run in `[from, to)` that counts until its stop becomes excessive at `until`, and is then taken
 * back. Adds nothing when `from` is not before `until`.
 */
function addUntil(changes: Change[], { from, to }: Range, until: number, windowMs: number): void {
  if (from >= until) return
  const end = Math.min(to, until)
  const steps = [
    { at: from, effective: 1 },
    { at: end, effective: -1 },
    { at: from + windowMs, effective: -1 },
    { at: end + windowMs, effective: 1 },
  ]
  let slope = 0
  for (const { at, effective } of steps) {
    if (at >= until && at !== end) continue
    slope += effective
    changes.push({ at, effective, scheduled: 0, lost: 0 })
  }
  const lost = Math.max(0, end - Math.max(from, until - windowMs))
  changes.push({ at: until, effective: -slope, scheduled: 0, lost })
}
