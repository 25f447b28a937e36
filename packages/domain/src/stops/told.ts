import { DOWN, type Interval, type Status } from '../status/index.ts'
import type { Range } from '../time/index.ts'
import { countedShifts, isExcessive, type MachineTime, scheduledMsOf } from '../utilization/index.ts'

/** What is told of a stretch of a machine's time: what a restatement holds of before and after. */
export interface ToldOfStretch {
  readonly runningMs: number
  readonly downMs: number
  readonly offlineMs: number
  readonly poweredOffMs: number
  /** Stops that touch the stretch. */
  readonly stops: number
  /** Those of them that are excessive, by their whole length. */
  readonly excessiveStops: number
  readonly scheduledMs: number
}

/** What a machine's intervals, shift history and settings say of `within` up to `now` (epoch ms). */
export function toldOf(machine: MachineTime, within: Range, now: number): ToldOfStretch {
  const to = Math.min(within.to, now)
  const touching = machine.intervals.filter(
    ({ startedAt, endedAt }) => startedAt < to && (endedAt ?? now) > within.from,
  )
  const msOf = (wanted: Status) =>
    touching.reduce((sum, one) => (one.status === wanted ? sum + msInside(one, within.from, to) : sum), 0)
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
    scheduledMs: scheduledMsOf({ from: Math.min(to, Math.max(within.from, evidenceFrom)), to }, counted),
  }
}

/** Whether two tellings of the same stretch come to the same figures. */
export function isToldAlike(a: ToldOfStretch, b: ToldOfStretch): boolean {
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
