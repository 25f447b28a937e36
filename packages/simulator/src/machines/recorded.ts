import type { DeviceEvent } from '@millwatch/contract/devices'
import { DAY_MS, WEEK_MS } from '@millwatch/domain/time'
import { lowerBound, type Machine, machineOfPieces } from './machine.ts'
import { moved } from './shift.ts'

const SILENCE_MS = 300_000
const HALF_HOUR_MS = 1_800_000

/**
 * Returns the instant (epoch ms) of the cycle with the most cycles after it: cycles of the next half hour have weight 3, those of
 * the following hour and a half weight 1. Of equal ones it is the first; 0 without cycles.
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
 * Returns the events without those readings and pings whose removal leaves no gap over 300 s, so that the computed status stays
 * the same. All other events stay, in the same order.
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
 * (epoch ms). Copies of the recording follow each other before and after, at distances of whole weeks, so weekdays stay in order.
 * Before `detailFrom` (epoch ms) readings and pings are thinned. Without events the machine has none.
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
