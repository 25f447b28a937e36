/**
 * Conversion of a raw analog reading into the displayed value: raw x scale + offset (specification 2, section 3). `unit` is
 * the text behind the value; null: none.
 */
export interface AnalogConfig {
  readonly unit: string | null
  readonly scale: number
  readonly offset: number
}

/** Configuration of an analog input that nobody has set up: the value is the raw reading. */
export const rawAnalog: AnalogConfig = { unit: null, scale: 1, offset: 0 }

/** Powers of ten by their exponent, up to the largest with which a value of 12 digits is still exact. */
const powers = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

/**
 * Returns a number rounded to about 12 digits of `size`, without the noise of binary fractions: 952, not 952.0000000000001.
 * `size` is the largest number that it was computed from: a difference of nearly equal numbers is noise in the digits of these.
 */
function withoutNoise(value: number, size: number): number {
  const power = powers[11 - Math.floor(Math.log10(size))]
  if (power !== undefined) return Math.round(value * power) / power
  return Number.isFinite(value) ? Number(value.toPrecision(12)) : value
}

/**
 * Returns the value of a raw reading under a configuration: raw x scale + offset, rounded to 12 digits. With scale 1
 * and offset 0 the reading is returned unchanged. NaN stays NaN.
 */
export function analogValue(raw: number, { scale, offset }: AnalogConfig): number {
  if (scale === 1 && offset === 0) return raw
  const product = raw * scale
  return withoutNoise(product + offset, Math.max(Math.abs(product), Math.abs(offset)))
}
