/** Random machines whose intervals, shift history and settings change at nearly the same instants. */
import fc from 'fast-check'
import { intervalMs, rows } from './arbitraries.ts'
import type { ReferenceMachine, ReferenceSettings } from './machine.ts'
import type { ReferenceInterval, ReferenceStatus } from './status-data.ts'

const HOUR_MS = 3_600_000

/**
 * Generator of lengths in ms: near the default threshold of a stop and near hours, to the millisecond, and those of `intervalMs`.
 */
const lengthMs = fc.oneof(
  fc
    .tuple(fc.constantFrom(2_100_000, 2_100_000, 900_000, HOUR_MS, 8 * HOUR_MS), fc.constantFrom(0, 1, -1))
    .map(([ms, by]) => ms + by),
  intervalMs,
)

const status = fc.constantFrom<ReferenceStatus>(1, 1, 2, 2, 3, 4)

function intervalsFrom(beginAt: number, steps: readonly (readonly [ReferenceStatus, number])[]): ReferenceInterval[] {
  let at = beginAt
  const intervals: ReferenceInterval[] = []
  for (const [as, ms] of steps) {
    if (intervals.at(-1)?.status === as) continue
    intervals.push({ status: as, start: at, end: at + Math.max(1, ms) })
    at += Math.max(1, ms)
  }
  return intervals.map((interval, i) => (i === intervals.length - 1 ? { ...interval, end: null } : interval))
}

const settings = fc.record({
  unit: fc.constantFrom(1, 1, 2, 3),
  active: fc.constantFrom(true, true, true, false),
  excluded: fc.constantFrom(false, false, true),
  cappedBySchedule: fc.boolean(),
  shortDowntimeCounts: fc.boolean(),
  thresholdMs: fc.constantFrom(2_100_000, 2_100_000, 900_000, HOUR_MS),
  hourlyRevenue: fc.constantFrom(null, 0, 100, 250),
  hourlyParts: fc.constantFrom(null, 60, 12),
})

/** Machine with an instant `now` (epoch ms) at or after the begin of all its intervals and settings. */
export interface MachineCase {
  readonly machine: ReferenceMachine
  readonly now: number
}

/** Generator of machines with random intervals, rows and settings, but without cycles, readings and runs. */
export const machines: fc.Arbitrary<MachineCase> = fc
  .record({
    rows,
    beginBy: fc.tuple(fc.constantFrom(1, -1), intervalMs),
    steps: fc.array(fc.tuple(status, lengthMs), { minLength: 1, maxLength: 14 }),
    changes: fc.array(fc.tuple(intervalMs, settings), { maxLength: 4 }),
    first: settings,
    lastMs: lengthMs,
  })
  .map(({ rows: all, beginBy: [sign, byMs], steps, changes, first, lastMs }) => {
    const beginAt = (all[0]?.start ?? 0) + (sign * byMs) / 4
    const intervals = intervalsFrom(Math.floor(beginAt), steps)
    let at = Math.floor(beginAt) - HOUR_MS
    const changed = changes.map(([ms, as]): ReferenceSettings => {
      at += ms + 1
      return { from: at, ...as }
    })
    const now = (intervals.at(-1)?.start ?? 0) + Math.max(1, lastMs)
    return {
      machine: {
        intervals,
        rows: all,
        settings: [{ from: 0, ...first }, ...changed.filter(({ from }) => from <= now)],
        cycles: [],
        readings: [],
        runs: [],
      },
      now,
    }
  })
