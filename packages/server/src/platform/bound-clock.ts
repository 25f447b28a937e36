import type { Clock } from '../../platform/clock.ts'

/** Clock of a server that does not go ahead of the database's, as far as the last adjustment shows. */
export interface BoundClock extends Clock {
  /** Takes off what this clock is ahead of the time of the database, epoch ms. */
  adjust(databaseTime: number): void
}

/**
 * Returns a clock that is bound by that of the database, which all servers share. A server that is a day ahead would give up the
 * notices of the others as old, and what it plans or puts off would wait for that day when it ends.
 */
export function boundClock(clock: Clock): BoundClock {
  let aheadMs = 0
  return {
    now: () => clock.now() - aheadMs,
    monotonicMs: () => clock.monotonicMs(),
    adjust(databaseTime) {
      aheadMs = Math.max(0, clock.now() - databaseTime)
    },
  }
}
