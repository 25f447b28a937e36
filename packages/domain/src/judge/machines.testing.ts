/** Machines with intervals, shift history and settings that change, about each other's edges. */
import fc from 'fast-check'
import type { NaiveInterval, NaiveStatus } from '../status/naive.testing.ts'
import { rows, stretchMs } from './arbitraries.testing.ts'
import type { NaiveMachine, NaiveSettings } from './machine.testing.ts'

const HOUR_MS = 3_600_000

/** About the default threshold of a stop to the millisecond, and hours. */
const lengthMs = fc.oneof(
  fc
    .tuple(fc.constantFrom(2_100_000, 2_100_000, 900_000, HOUR_MS, 8 * HOUR_MS), fc.constantFrom(0, 1, -1))
    .map(([ms, by]) => ms + by),
  stretchMs,
)

const status = fc.constantFrom<NaiveStatus>(1, 1, 2, 2, 3, 4)

function intervalsFrom(beginAt: number, steps: readonly (readonly [NaiveStatus, number])[]): NaiveInterval[] {
  let at = beginAt
  const told: NaiveInterval[] = []
  for (const [as, ms] of steps) {
    if (told.at(-1)?.status === as) continue
    told.push({ status: as, start: at, end: at + Math.max(1, ms) })
    at += Math.max(1, ms)
  }
  return told.map((one, i) => (i === told.length - 1 ? { ...one, end: null } : one))
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

/** `now` is after all of it. */
export interface MachineCase {
  readonly machine: NaiveMachine
  readonly now: number
}

/** A machine without cycles, readings and runs. */
export const machines: fc.Arbitrary<MachineCase> = fc
  .record({
    rows,
    beginBy: fc.tuple(fc.constantFrom(1, -1), stretchMs),
    steps: fc.array(fc.tuple(status, lengthMs), { minLength: 1, maxLength: 14 }),
    changes: fc.array(fc.tuple(stretchMs, settings), { maxLength: 4 }),
    first: settings,
    lastMs: lengthMs,
  })
  .map(({ rows: all, beginBy: [sign, byMs], steps, changes, first, lastMs }) => {
    const beginAt = (all[0]?.start ?? 0) + (sign * byMs) / 4
    const intervals = intervalsFrom(Math.floor(beginAt), steps)
    let at = Math.floor(beginAt) - HOUR_MS
    const changed = changes.map(([ms, as]): NaiveSettings => {
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
