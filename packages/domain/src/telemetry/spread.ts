/** The mean of values and how far they lie from it; `stdDev` is that of all of them (population). */
export interface Spread {
  readonly mean: number
  readonly stdDev: number
  readonly count: number
}

/** Adds values up for their mean and standard deviation, in any order; stable also where values are large and close together. */
export class SpreadSums {
  #count = 0
  #mean = 0
  #squares = 0

  /** One value, standing for `weight` of them. */
  add(value: number, weight = 1): void {
    if (weight === 0) return
    this.#count += weight
    const distance = value - this.#mean
    this.#mean += (distance * weight) / this.#count
    this.#squares += weight * distance * (value - this.#mean)
  }

  /** Null where there was no value. */
  spread(): Spread | null {
    if (this.#count === 0) return null
    return { mean: this.#mean, stdDev: Math.sqrt(Math.max(0, this.#squares) / this.#count), count: this.#count }
  }
}
