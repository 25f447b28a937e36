import type { Clock } from './clock.ts'

/** Clock of a server that does not go ahead of the database's, as far as the last adjustment shows. */
export interface BoundClock extends Clock {
  /** Compares this clock with that of the database, whose present time (epoch ms) `readTime` reads. */
  adjust(readTime: () => Promise<number>): Promise<void>
}

/**
 * Returns a clock that is bound by that of the database, which all servers share. A server whose clock is ahead would find
 * machines silent that are not, and give up notices as old. Between two adjustments the bound advances by the monotonic time, so
 * that a wall clock that is set forward has no effect at all. Before the first one nothing is bound. The bound is later than the
 * time of the database by at most the time that reading it took.
 */
export function boundClock(clock: Clock): BoundClock {
  let latest: { readonly at: number; readonly readAtMs: number } | undefined
  return {
    now() {
      const now = clock.now()
      return latest === undefined ? now : Math.min(now, latest.at + Math.ceil(clock.monotonicMs() - latest.readAtMs))
    },
    monotonicMs: () => clock.monotonicMs(),
    async adjust(readTime) {
      const readAtMs = clock.monotonicMs()
      latest = { at: await readTime(), readAtMs }
    },
  }
}
