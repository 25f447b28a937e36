import type { Clock } from './clock.ts'

/**
 * Clock of a server that, after the first `adjust`, is ahead of the clock of the database by at most the time that the last
 * comparison took.
 */
export interface BoundClock extends Clock {
  /**
   * Reads the present time of the database (epoch ms) by `readTime`. From then on `now` does not go past this time plus the
   * monotonic time that has passed since the call. If `readTime` rejects, this rejects too, and the previous comparison stays in
   * force.
   */
  adjust(readTime: () => Promise<number>): Promise<void>
}

/**
 * Returns a clock whose `now` is the earlier of `clock` and the time of the database, which all servers share. A server whose
 * clock is ahead would find machines silent that are not, and give up notices as old. Between two calls of `adjust` the bound
 * advances by the monotonic time, so a wall clock that is set forward has no effect. Before the first call nothing is bound. The
 * bound is later than the time of the database by at most the time that reading it took.
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
