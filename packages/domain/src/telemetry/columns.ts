import type { Range } from '../time/index.ts'

/**
 * Number, extremes and mean of values in equal parts of a period, as parallel arrays with one entry for each part that contains
 * values.
 */
export interface Columns {
  /** Number of the part, from 0; ascending. */
  readonly column: number[]
  /** Number of values in the part, each counted with its weight. */
  readonly count: number[]
  readonly min: number[]
  /** Instant of the extreme (epoch ms); the earliest of several equal values. */
  readonly minAt: number[]
  readonly max: number[]
  readonly maxAt: number[]
  readonly mean: number[]
}

/**
 * Collects values for a chart: for each of `width` equal parts of a period the minimum, the maximum and the mean, and the
 * instants of the extremes. Values may be added in any order. Values outside `[from, to)` are ignored, and a part without
 * values has no entry.
 */
export class ColumnSums {
  readonly #from: number
  readonly #to: number
  readonly #width: number
  readonly #counts: Float64Array
  readonly #sums: Float64Array
  readonly #min: Float64Array
  readonly #minAt: Float64Array
  readonly #max: Float64Array
  readonly #maxAt: Float64Array

  /** `width` is a whole number of at least 1. */
  constructor({ from, to }: Range, width: number) {
    this.#from = from
    this.#to = to
    this.#width = width
    this.#counts = new Float64Array(width)
    this.#sums = new Float64Array(width)
    this.#min = new Float64Array(width)
    this.#minAt = new Float64Array(width)
    this.#max = new Float64Array(width)
    this.#maxAt = new Float64Array(width)
  }

  /**
   * Adds one value at an instant (epoch ms), counted as `weight` equal values. Does nothing for an instant outside the period.
   */
  add(at: number, value: number, weight = 1): void {
    if (at < this.#from || at >= this.#to) return
    const i = columnOf(at, this.#from, this.#to, this.#width)
    const isFirst = this.#counts[i] === 0
    this.#counts[i] = (this.#counts[i] as number) + weight
    this.#sums[i] = (this.#sums[i] as number) + value * weight
    const min = this.#min[i] as number
    if (isFirst || value < min || (value === min && at < (this.#minAt[i] as number))) {
      this.#min[i] = value
      this.#minAt[i] = at
    }
    const max = this.#max[i] as number
    if (isFirst || value > max || (value === max && at < (this.#maxAt[i] as number))) {
      this.#max[i] = value
      this.#maxAt[i] = at
    }
  }

  columns(): Columns {
    const all: Columns = { column: [], count: [], min: [], minAt: [], max: [], maxAt: [], mean: [] }
    for (let i = 0; i < this.#width; i++) {
      const count = this.#counts[i] as number
      if (count === 0) continue
      all.column.push(i)
      all.count.push(count)
      all.min.push(this.#min[i] as number)
      all.minAt.push(this.#minAt[i] as number)
      all.max.push(this.#max[i] as number)
      all.maxAt.push(this.#maxAt[i] as number)
      all.mean.push((this.#sums[i] as number) / count)
    }
    return all
  }
}

/**
 * Returns the index, from 0, of the part that contains an instant, if `[from, to)` is divided into `width` equal parts. A part
 * includes its start. The instant must lie in the period.
 */
function columnOf(at: number, from: number, to: number, width: number): number {
  // The product is a whole number below 2^53 for periods up to 70 years on 4,000 pixels: no rounding occurs.
  return Math.floor(((at - from) * width) / (to - from))
}
