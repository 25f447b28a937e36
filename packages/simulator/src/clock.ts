/**
 * Source of time, the only one of the simulator; `now` returns epoch ms. Functions without a clock take instants as arguments.
 */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/**
 * Returns a clock that starts at `startAt` (epoch ms) and runs `speed` times as fast as `real`, in whole ms. It never runs
 * ahead of `real`, because a device cannot report the future.
 */
export function pacedClock(startAt: number, speed: number, real: Clock = systemClock): Clock {
  const realStart = real.now()
  return {
    now: () => {
      const realNow = real.now()
      return Math.min(realNow, Math.floor(startAt + (realNow - realStart) * speed))
    },
  }
}
