/** A temperature (degrees Celsius) that moves towards what the machine is doing, as a body with some mass does. */
export interface Heat {
  /** Temperature at `at` (epoch ms), not before the last turn. */
  at(at: number): number
  /** From `from` (epoch ms) on it moves towards `target` with time constant `tauMs`. */
  turn(from: number, target: number, tauMs: number): void
}

export function heatFrom(start: number, from: number): Heat {
  let level = start
  let since = from
  let target = start
  let tauMs = 1
  const value = (at: number) => target + (level - target) * Math.exp(-Math.max(0, at - since) / tauMs)
  return {
    at: value,
    turn(at, nextTarget, nextTauMs) {
      level = value(at)
      since = at
      target = nextTarget
      tauMs = nextTauMs
    },
  }
}
