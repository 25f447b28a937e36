/** The simulator's only source of time; epoch ms. Everything else takes instants as arguments. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/**
 * Time that starts at `startAt` (epoch ms) and runs `speed` times as fast as real time, until it has caught up with it:
 * a device cannot tell what has not happened yet. `real` is the time it is measured against.
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
