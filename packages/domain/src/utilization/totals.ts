import { DOWN, type Interval, OFFLINE, POWERED_OFF, RUNNING } from '../status/index.ts'
import type { Range } from '../time/index.ts'

/** Duration of each status, in ms. */
export interface StatusTotals {
  readonly runningMs: number
  readonly downMs: number
  readonly offlineMs: number
  readonly poweredOffMs: number
}

export const noTotals: StatusTotals = { runningMs: 0, downMs: 0, offlineMs: 0, poweredOffMs: 0 }

/**
 * Returns the ms of each status inside a period. A period that ends later than `now` (epoch ms) ends now, and an open
 * interval lasts until then (domain, section 1). Intervals must not overlap; their order does not matter.
 */
export function statusTotals(intervals: Iterable<Interval>, period: Range, now: number): StatusTotals {
  const byStatus = { [RUNNING]: 0, [DOWN]: 0, [OFFLINE]: 0, [POWERED_OFF]: 0 }
  const until = Math.min(period.to, now)
  for (const { status, startedAt, endedAt } of intervals) {
    const ms = Math.min(endedAt ?? until, until) - Math.max(startedAt, period.from)
    if (ms > 0) byStatus[status] += ms
  }
  return {
    runningMs: byStatus[RUNNING],
    downMs: byStatus[DOWN],
    offlineMs: byStatus[OFFLINE],
    poweredOffMs: byStatus[POWERED_OFF],
  }
}

/** Returns the sum of the totals of several machines or periods; all 0 for none. */
export function sumTotals(totals: Iterable<StatusTotals>): StatusTotals {
  const sum = { ...noTotals }
  for (const part of totals) {
    sum.runningMs += part.runningMs
    sum.downMs += part.downMs
    sum.offlineMs += part.offlineMs
    sum.poweredOffMs += part.poweredOffMs
  }
  return sum
}
