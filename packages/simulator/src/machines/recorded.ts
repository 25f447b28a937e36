import type { DeviceEvent } from '@millwatch/contract/devices'
import { lowerBound, type Machine, machineOfPieces } from './machine.ts'
import { moved } from './shift.ts'

const DAY_MS = 24 * 3_600_000
const WEEK_MS = 7 * DAY_MS
const SILENCE_MS = 300_000
const HALF_HOUR_MS = 1_800_000

/**
 * Returns the instant (epoch ms) of the cycle with the most activity after it: the number of cycles in the next half hour
 * counts twice, that in the next two hours once; of equals the first. 0 without cycles.
 */
export function liveliest(events: readonly DeviceEvent[]): number {
  const cycles = events.filter((event) => event.type === 'cycle')
  let best = 0
  let bestScore = -1
  for (const [index, { t }] of cycles.entries()) {
    const within = (ms: number) => lowerBound(cycles, t + ms) - index
    const score = 2 * within(HALF_HOUR_MS) + within(4 * HALF_HOUR_MS)
    if (score > bestScore) [best, bestScore] = [t, score]
  }
  return best
}

/**
 * Returns the events without readings and pings that are not needed: no silence longer than 300 s appears, so the status
 * stays the same. All other events are kept.
 */
export function thinned(events: readonly DeviceEvent[]): DeviceEvent[] {
  let kept = Number.NEGATIVE_INFINITY
  return events.filter(({ t, type }, index) => {
    const next = events[index + 1]
    const spare = (type === 'tlm' || type === 'ping') && next !== undefined && next.t - kept <= SILENCE_MS
    if (!spare) kept = t
    return !spare
  })
}

/**
 * Returns a machine that replays a recording (`events` in order of time), moved so that its busiest time begins at `liveAt`
 * (epoch ms). Copies of it follow each other, before and after, at whole weeks, so weekdays stay in order. Before
 * `detailFrom` (epoch ms) readings and pings are thinned.
 */
export function recordedMachine(events: readonly DeviceEvent[], liveAt: number, detailFrom: number): Machine {
  const first = events[0]
  const last = events.at(-1)
  if (!first || !last) return { events: () => [] }
  const tileMs = Math.max(1, Math.ceil((last.t + 1 - first.t) / WEEK_MS)) * WEEK_MS
  const start = first.t + liveAt - liveliest(events)
  const few = thinned(events)
  const between = (list: readonly DeviceEvent[], from: number, to: number, byMs: number) =>
    list.slice(lowerBound(list, from - byMs), lowerBound(list, to - byMs)).map((event) => moved(event, byMs))
  return machineOfPieces((at) => {
    const day = Math.floor((at - start) / DAY_MS)
    const from = start + day * DAY_MS
    const to = from + DAY_MS
    const byMs = start + Math.floor((from - start) / tileMs) * tileMs - first.t
    const seam = Math.min(Math.max(detailFrom, from), to)
    const make = () => ({
      from,
      to,
      events: [...between(few, from, seam, byMs), ...between(events, seam, to, byMs)],
    })
    return { key: day, make }
  })
}
