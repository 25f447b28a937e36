import { type AnalogConfig, analogValue, type DeviceSettingsFrom, rawAnalog } from '@millwatch/domain/devices'
import type { Ctx } from '../../platform/ctx.ts'
import { assignmentsOfMachine, deviceSettingsOver } from '../devices/index.ts'

/** What raw readings of devices mean, each by the configuration in force at its instant. */
export class Analog {
  readonly #settings: ReadonlyMap<number, readonly DeviceSettingsFrom[]>
  /** The device all readings are of, where only one ever stood on the machine. */
  readonly onlyDevice: number | null

  constructor(settings: ReadonlyMap<number, readonly DeviceSettingsFrom[]>, devices: readonly number[]) {
    this.#settings = settings
    this.onlyDevice = devices.length === 1 ? (devices[0] ?? null) : null
  }

  /** Whether some reading is shown as another number than the raw one. */
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

/** The configurations of every device that stands or ever stood on a machine. */
export async function analogOf(ctx: Ctx, equipmentId: number): Promise<Analog> {
  const tenures = await assignmentsOfMachine(ctx, equipmentId)
  const devices = [...new Set(tenures.map((one) => one.deviceId))]
  return new Analog(await deviceSettingsOver(ctx, devices), devices)
}
