import type { DeviceEvent } from '@millwatch/contract/devices'
import { DAY_MS, MINUTE_MS } from '@millwatch/domain/time'

/** Size of the installation that `npm run bench:fill` creates. */
export interface FillPlan {
  readonly machines: number
  readonly days: number
  /** Number of machines, the first ones, that also send single cycles of 10 s, on the last `cycleDays` days. */
  readonly cycleMachines: number
  readonly cycleDays: number
}

export const usualPlan: FillPlan = { machines: 1000, days: 457, cycleMachines: 20, cycleDays: 8 }

const PAIR_MS = 144 * MINUTE_MS
const CYCLE_MS = 10_000
export const ZONE = 'America/New_York'

type Ranges = [start: number, end: number, shift: number][]
const hours = (h: number) => h * 3600
/** Ranges of a working day (s from midnight): two shifts with a break each, and a night shift past midnight. */
const workday: Ranges = [
  [0, hours(6), 3],
  [hours(6), hours(10), 1],
  [hours(10) + 1800, hours(14), 1],
  [hours(14), hours(18), 2],
  [hours(18) + 1800, hours(22), 2],
  [hours(22), hours(24), 3],
]
export const schedule = {
  0: [],
  1: workday.slice(1),
  2: workday,
  3: workday,
  4: workday,
  5: workday,
  6: workday.slice(0, 1),
}

/** Returns a pseudo-random number from 0 to below 1, always the same for equal arguments. */
export function chance(machine: number, day: number, place: number): number {
  let hash = Math.imul(machine + 1, 0x9e3779b1) ^ Math.imul(day + 7, 0x85ebca6b) ^ Math.imul(place + 3, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 4294967296
}

/**
 * Returns the events of a machine for one day of 24 hours from `startsAt` (epoch ms), ascending: ten running and ten stopped
 * intervals, cycles if requested, and at the end a ping that is evidence for the whole day. Empty on one day in seven, unless
 * cycles are requested.
 */
export function dayOf(machine: number, day: number, startsAt: number, withCycles: boolean): DeviceEvent[] {
  if (day % 7 === 0 && !withCycles) return []
  const events: DeviceEvent[] = []
  for (let pair = 0; pair < DAY_MS / PAIR_MS; pair++) {
    const runsAt = startsAt + pair * PAIR_MS + Math.floor(chance(machine, day, 2 * pair) * 5 * MINUTE_MS)
    const standsAt = runsAt + 80 * MINUTE_MS + Math.floor(chance(machine, day, 2 * pair + 1) * 55 * MINUTE_MS)
    events.push({ t: runsAt, type: 'status', status: 'running' }, { t: standsAt, type: 'status', status: 'down' })
  }
  if (withCycles) events.push(...cyclesOf(machine, day, startsAt))
  events.push({ t: startsAt + DAY_MS - 1, type: 'ping', since: startsAt })
  return events.sort((a, b) => a.t - b.t)
}

function cyclesOf(machine: number, day: number, startsAt: number): DeviceEvent[] {
  return Array.from({ length: DAY_MS / CYCLE_MS }, (_, n) => ({
    t: startsAt + (n + 1) * CYCLE_MS - 2,
    type: 'cycle' as const,
    cycle_time: 8 + Math.round(chance(machine, day, n) * 2000) / 1000,
    temperature_1: 40 + Math.round(chance(machine, day, n + 1) * 80) / 10,
    analog_in_1: 500 + Math.round(chance(machine, day, n + 2) * 50),
  }))
}
