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

/** Returns the value of a raw reading under a configuration, in the unit of that configuration. */
export function analogValue(raw: number, { scale, offset }: AnalogConfig): number {
  return raw * scale + offset
}
