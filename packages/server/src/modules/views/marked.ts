import type { Range } from '@millwatch/domain/time'

interface Greatest {
  at: number
  cycleMs: number
  readonly mark: number
  count: number
}

/**
 * Collector of marked cycles of a period (startup cycles, outliers). For each mark and each of `width` equal parts of the period
 * it keeps the longest cycle, the earliest of equal ones, and the number of cycles.
 */
export class MarkedSums {
  readonly #period: Range
  readonly #width: number
  readonly #greatest = new Map<number, Greatest>()

  constructor(period: Range, width: number) {
    this.#period = period
    this.#width = width
  }

  /** Adds `count` equal cycles of one event that lies inside the period; `mark` is 1 or 2. */
  add(at: number, cycleMs: number, mark: number, count: number): void {
    const { from, to } = this.#period
    const key = Math.floor(((at - from) * this.#width) / (to - from)) * 4 + mark
    const greatest = this.#greatest.get(key)
    if (greatest === undefined) {
      this.#greatest.set(key, { at, cycleMs, mark, count })
      return
    }
    greatest.count += count
    if (cycleMs < greatest.cycleMs || (cycleMs === greatest.cycleMs && at >= greatest.at)) return
    greatest.at = at
    greatest.cycleMs = cycleMs
  }

  /** Returns the longest cycles as columns in time order, then by mark: instants in epoch ms, cycle times in seconds. */
  present() {
    const all = [...this.#greatest.values()].sort((a, b) => a.at - b.at || a.mark - b.mark)
    return {
      at: all.map(({ at }) => at),
      cycle_time: all.map(({ cycleMs }) => cycleMs / 1000),
      mark: all.map(({ mark }) => mark),
      count: all.map(({ count }) => count),
    }
  }
}
