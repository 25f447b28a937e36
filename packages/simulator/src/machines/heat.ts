/** Temperature (degrees Celsius) that moves exponentially towards a target. */
export interface Heat {
  /** Returns the temperature (degrees Celsius) at `at` (epoch ms), which must not be before `from` of the last call of `turn`. */
  at(at: number): number
  /**
   * Changes the target from the instant `from` (epoch ms) on; the temperature nears it exponentially with the time constant
   * `tauMs` (ms).
   */
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
