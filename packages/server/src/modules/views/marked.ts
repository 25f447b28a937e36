import type { Range } from '@millwatch/domain/time'

interface Greatest {
  at: number
  cycleMs: number
  readonly mark: number
  count: number
}

/** Of each of `width` equal parts of a period the greatest cycle of either mark; the order in which they come does not matter. */
export class MarkedSums {
  readonly #period: Range
  readonly #width: number
  readonly #greatest = new Map<number, Greatest>()

  constructor(period: Range, width: number) {
    this.#period = period
    this.#width = width
  }

  /** A cycle inside the period; `mark` is 1 or 2. */
  add(at: number, cycleMs: number, mark: number): void {
    const { from, to } = this.#period
    const key = Math.floor(((at - from) * this.#width) / (to - from)) * 4 + mark
    const known = this.#greatest.get(key)
    if (known === undefined) {
      this.#greatest.set(key, { at, cycleMs, mark, count: 1 })
      return
    }
    known.count++
    if (cycleMs < known.cycleMs || (cycleMs === known.cycleMs && at >= known.at)) return
    known.at = at
    known.cycleMs = cycleMs
  }

  /** Fields side by side, in time order; seconds. */
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
