/** The simulator's only source of time; epoch ms. Everything else takes instants as arguments. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/**
 * Returns a clock that starts at `startAt` (epoch ms) and runs `speed` times as fast as real time. It never runs ahead of real
 * time, because a device cannot report the future. `real` is the clock it is compared with.
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
