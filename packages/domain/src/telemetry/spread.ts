/** Mean and standard deviation (of the whole population) of `count` values. */
export interface Spread {
  readonly mean: number
  readonly stdDev: number
  readonly count: number
}

/**
 * Collects values, in any order, for their mean and standard deviation. The result is accurate even when values are large and
 * close together.
 */
export class SpreadSums {
  #count = 0
  #mean = 0
  #squares = 0

  /** Adds one value, counted as `weight` equal values. Does nothing for a weight of 0. */
  add(value: number, weight = 1): void {
    if (weight === 0) return
    this.#count += weight
    const distance = value - this.#mean
    this.#mean += (distance * weight) / this.#count
    this.#squares += weight * distance * (value - this.#mean)
  }

  /** Returns mean, standard deviation and number of the values; null when there was no value. */
  spread(): Spread | null {
    if (this.#count === 0) return null
    return { mean: this.#mean, stdDev: Math.sqrt(Math.max(0, this.#squares) / this.#count), count: this.#count }
  }
}
