/** Temperature (degrees Celsius) that moves exponentially towards a target. */
export interface Heat {
  /** Returns the temperature at `at` (epoch ms), which is not before the last change of target. */
  at(at: number): number
  /** Sets the target from `from` (epoch ms) on, with time constant `tauMs`. */
  turn(from: number, target: number, tauMs: number): void
}

/**
 * Returns a temperature that is `start` at the instant `from` (epoch ms) and stays so until the first `turn`; then it nears each
 * target exponentially.
 */
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
