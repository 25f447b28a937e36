import { type AnalogConfig, analogValue, type DeviceSettingsFrom, rawAnalog } from '@millwatch/domain/devices'
import type { Ctx } from '../../platform/ctx.ts'
import { assignmentsOfMachine, deviceSettingsOver } from '../devices/index.ts'

/**
 * Converter of raw analog readings of one machine into the values shown, each by the configuration of its device in force at the
 * time of the reading.
 */
export class Analog {
  readonly #settings: ReadonlyMap<number, readonly DeviceSettingsFrom[]>
  /** Device of all readings, if only one device was ever on the machine; else null. */
  readonly onlyDevice: number | null

  constructor(settings: ReadonlyMap<number, readonly DeviceSettingsFrom[]>, devices: readonly number[]) {
    this.#settings = settings
    this.onlyDevice = devices.length === 1 ? (devices[0] ?? null) : null
  }

  /**
   * Returns true when a configuration has a scale other than 1 or an offset other than 0, so that shown values differ from raw
   * ones.
   */
  get isTransformed(): boolean {
    return [...this.#settings.values()].flat().some(({ analog }) => analog.scale !== 1 || analog.offset !== 0)
  }

  value(raw: number, deviceId: number, at: number): number {
    return analogValue(raw, this.#configAt(deviceId, at))
  }

  valueOrNull(raw: number | null, deviceId: number, at: number): number | null {
    return raw === null ? null : this.value(raw, deviceId, at)
  }

  #configAt(deviceId: number, at: number): AnalogConfig {
    const history = this.#settings.get(deviceId)
    if (history === undefined) return rawAnalog
    for (let i = history.length - 1; i > 0; i--) {
      const settings = history[i] as DeviceSettingsFrom
      if (settings.from <= at) return settings.analog
    }
    return history[0]?.analog ?? rawAnalog
  }
}

/** Returns a converter with the analog configurations, over time, of every device that is or ever was on the machine. */
export async function analogOf(ctx: Ctx, equipmentId: number): Promise<Analog> {
  const tenures = await assignmentsOfMachine(ctx, equipmentId)
  const devices = [...new Set(tenures.map((tenure) => tenure.deviceId))]
  return new Analog(await deviceSettingsOver(ctx, devices), devices)
}
