/** How a raw analog reading becomes what is shown: raw x scale + offset (specification 2, section 3). */
export interface AnalogConfig {
  readonly unit: string | null
  readonly scale: number
  readonly offset: number
}

/** What counts of a device from an instant (epoch ms) to that of the next in a list; the first of a list is from 0. */
export interface DeviceSettingsFrom {
  readonly from: number
  /** As the specification shapes it; null: none. */
  readonly inputSetup: Readonly<Record<string, unknown>> | null
  readonly analog: AnalogConfig
}

/** What holds where nobody set an analog input up: the raw reading. */
export const rawAnalog: AnalogConfig = { unit: null, scale: 1, offset: 0 }

/** The value of a raw reading under a configuration; the unit is the configuration's. */
export function analogValue(raw: number, { scale, offset }: AnalogConfig): number {
  return raw * scale + offset
}
