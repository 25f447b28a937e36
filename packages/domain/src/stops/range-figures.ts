import { DOWN, type Interval, type Status } from '../status/index.ts'
import { msWithin, type Range } from '../time/index.ts'
import { countedShifts, isExcessive, type MachineTime } from '../utilization/index.ts'

/** Figures of a range of a machine's time, durations in ms; a restatement stores them before and after the change. */
export interface RangeFigures {
  readonly runningMs: number
  readonly downMs: number
  readonly offlineMs: number
  readonly poweredOffMs: number
  /** Number of stops that touch the range. */
  readonly stops: number
  /** Number of the stops that touch the range and are excessive, by their whole length. */
  readonly excessiveStops: number
  readonly scheduledMs: number
}

/**
 * Returns the figures of a machine in the range `within`, which ends at `now` (epoch ms) at the latest. Time before the first of
 * the machine's intervals is left out of all figures.
 */
export function rangeFiguresOf(machine: MachineTime, within: Range, now: number): RangeFigures {
  const to = Math.min(within.to, now)
  const touching = machine.intervals.filter(
    ({ startedAt, endedAt }) => startedAt < to && (endedAt ?? now) > within.from,
  )
  const msOf = (wanted: Status) =>
    touching.reduce(
      (sum, interval) => (interval.status === wanted ? sum + msInside(interval, within.from, to) : sum),
      0,
    )
  const stops = touching.filter(({ status }) => status === DOWN)
  const counted = countedShifts(machine)
  const evidenceFrom = touching[0]?.startedAt ?? to
  return {
    runningMs: msOf(1),
    downMs: msOf(2),
    offlineMs: msOf(3),
    poweredOffMs: msOf(4),
    stops: stops.length,
    excessiveStops: stops.filter(({ startedAt, endedAt }) =>
      isExcessive({ from: startedAt, to: endedAt ?? now }, counted, machine.settings),
    ).length,
    scheduledMs: msWithin({ from: Math.min(to, Math.max(within.from, evidenceFrom)), to }, counted),
  }
}

/** Returns true when all figures of two computations for one range are equal. */
export function haveSameFigures(a: RangeFigures, b: RangeFigures): boolean {
  return (
    a.runningMs === b.runningMs &&
    a.downMs === b.downMs &&
    a.offlineMs === b.offlineMs &&
    a.poweredOffMs === b.poweredOffMs &&
    a.stops === b.stops &&
    a.excessiveStops === b.excessiveStops &&
    a.scheduledMs === b.scheduledMs
  )
}

const msInside = ({ startedAt, endedAt }: Interval, from: number, to: number): number =>
  Math.min(endedAt ?? to, to) - Math.max(startedAt, from)
