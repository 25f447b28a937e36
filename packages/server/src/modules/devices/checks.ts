import {
  type FirmwareSupport,
  firmwareSupport,
  MINIMUM_POLL_INTERVAL_S,
  readInputSetup,
} from '@millwatch/domain/devices'
import type { MachineFact } from '@millwatch/domain/facts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { type EquipmentRow, getEquipment } from '../tree/index.ts'
import type { AskedSettings } from './change-settings.ts'
import { type DeviceRow, findDevice } from './queries-devices.ts'
import { allFirmware } from './store-directory-firmware.ts'

/** Most characters of an input set-up as JSON; one written by hand or by a form is shorter. */
const MOST_SETUP_CHARACTERS = 16_384

/** Returns the device with this id in the caller's company, active or not; 404 when there is none. */
export async function getDevice(ctx: Ctx, deviceId: number): Promise<DeviceRow> {
  const device = await findDevice(ctx, deviceId)
  if (!device) throw new NotFound()
  return device
}

/**
 * Returns the fact that a device changed, about the device and the machines that it leaves, is put on, or whose data it changes,
 * each once (null, no machine, is left out). It is not stated yet.
 */
export const deviceChanged = (deviceId: number, ...machines: readonly (number | null)[]): MachineFact => ({
  kind: 'device.changed',
  deviceId,
  equipmentIds: [...new Set(machines.filter((id) => id !== null))],
})

/** Returns a machine to which devices may be assigned; 404 when there is none, 409 when it is archived. */
export async function getActiveEquipment(ctx: Ctx, id: number): Promise<EquipmentRow> {
  const machine = await getEquipment(ctx, id)
  if (!machine.active) throw new Conflict('equipment_archived')
  return machine
}

/**
 * Returns the abilities of a device's firmware; null before the device has reported a version, and if the table of firmware has
 * none for the version.
 */
export async function supportOf(
  ctx: Ctx,
  deps: Pick<Needs, 'accountsOf'>,
  deviceId: number,
): Promise<FirmwareSupport | null> {
  const version = (await deps.accountsOf(ctx, [deviceId])).get(deviceId)?.firmware ?? null
  return version === null ? null : firmwareSupport(await allFirmware(ctx.tx), version)
}

/**
 * Throws when an input set-up is empty or too long (400) or has filters that the firmware does not support (409), or when a
 * polling interval is too short (400) or polling is not supported (409). Absent and null settings are accepted. If `support` is
 * null (firmware unknown), polling is refused and filters are accepted, as the server applies them.
 */
export function requireSupported(support: FirmwareSupport | null, { inputSetup, pollIntervalS }: AskedSettings): void {
  if (inputSetup) {
    if (Object.keys(inputSetup).length === 0) throw new Invalid('body/inputSetup', 'input_setup_empty')
    if (JSON.stringify(inputSetup).length > MOST_SETUP_CHARACTERS) throw new Invalid('body/inputSetup is too long')
    if (support && !support.supportsFlashingFilters && choosesFilter(inputSetup))
      throw new Conflict('flashing_filters_not_supported')
  }
  if (pollIntervalS == null) return
  if (pollIntervalS < MINIMUM_POLL_INTERVAL_S) throw new Invalid('body/pollInterval', 'poll_interval_too_short')
  if (!support?.supportsPolling) throw new Conflict('polling_not_supported')
}

/**
 * Returns true if an input set-up has a flashing filter that decides if the machine runs or is down. Filters that only ignore
 * flashes do not matter; a set-up without a readable plan gives false.
 */
function choosesFilter(inputSetup: Readonly<Record<string, unknown>>): boolean {
  const { plan } = readInputSetup(inputSetup)
  const terms = plan === null ? [] : [...plan.running, ...plan.down].flat()
  return terms.some(({ filter }) => filter !== null && filter.value !== -1)
}
