import type { DeviceShape } from '@millwatch/contract/http/devices'
import type { SettingsOfDevice } from '@millwatch/contract/shapes/device'
import {
  CONTACT_LIMIT_MS,
  type DeviceSettingValues,
  defaultDeviceSettings,
  deviceSettingNames,
  deviceSettings,
  type FirmwareSupport,
  firmwareSupport,
  isClockSkew,
  readInputSetup,
} from '@millwatch/domain/devices'
import { settingsAt } from '@millwatch/domain/tree'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import type { DeviceActivity } from './needs.ts'
import type { DeviceRow } from './queries-devices.ts'
import { allFirmware } from './store-directory-firmware.ts'
import { deviceSettingsOver } from './store-settings.ts'

/**
 * Converts devices into API form, in the given order, with settings as of now. Reads each kind of data in one query for
 * all devices.
 */
export async function presentDevices(
  ctx: Ctx,
  deps: Pick<Needs, 'accountsOf'>,
  devices: readonly DeviceRow[],
): Promise<DeviceShape[]> {
  const ids = devices.map((device) => device.deviceId)
  const accounts = await deps.accountsOf(ctx, ids)
  const histories = await deviceSettingsOver(ctx, ids)
  const firmware = await allFirmware(ctx.tx)
  const now = ctx.clock.now()
  return devices.map((device) => {
    const history = histories.get(device.deviceId)
    const settings = { ...device, ...(history ? settingsAt(history, now) : defaultDeviceSettings) }
    const setup = settings.inputSetup === null ? null : readInputSetup(settings.inputSetup)
    return {
      ...presentRow(device),
      ...presentSettings(settings),
      input_setup_kind: setup === null ? null : (setup.template ?? setup.kind),
      ...presentAccount(accounts.get(device.deviceId), now),
      CurrentFirmware: presentFirmware(firmware, accounts.get(device.deviceId)?.firmware ?? null),
    }
  })
}

const presentSettings = (settings: DeviceSettingValues) =>
  Object.fromEntries(
    deviceSettingNames.map((name) => [deviceSettings[name].answer, settings[name]]),
  ) as SettingsOfDevice

function presentRow(device: DeviceRow) {
  return {
    id: device.deviceId,
    device_uuid: device.deviceUuid,
    equipment_id: device.equipmentId,
    Equipment: device.equipmentName === null ? null : { name: device.equipmentName },
    is_primary: device.isPrimary,
    active: device.active,
    created_at: toIso(device.createdAt),
  }
}

function presentAccount(account: DeviceActivity | undefined, now: number) {
  const lastContactAt = account?.lastContactAt ?? null
  // Earlier versions also measured it by messages that were kept.
  const skewMs = account?.clockSkewMs != null && isClockSkew(account.clockSkewMs) ? account.clockSkewMs : null
  return {
    latest_ip: account?.latestIp ?? null,
    clock_skew_s: skewMs === null ? null : skewMs / 1000,
    clock_skew_measured_at: skewMs === null ? null : toIsoOrNull(account?.clockSkewMeasuredAt ?? null),
    last_contact_at: toIsoOrNull(lastContactAt),
    in_contact: lastContactAt !== null && now - lastContactAt <= CONTACT_LIMIT_MS,
    received: account?.received ?? 0,
    accepted: account?.accepted ?? 0,
    duplicates: account?.duplicates ?? 0,
    quarantined: account?.quarantined ?? 0,
    discarded: account?.discarded ?? 0,
  }
}

function presentFirmware(table: readonly FirmwareSupport[], version: string | null): DeviceShape['CurrentFirmware'] {
  if (version === null) return null
  const support = firmwareSupport(table, version)
  const config = {
    supports_polling: support?.supportsPolling ?? false,
    supports_flashing_filters: support?.supportsFlashingFilters ?? false,
    supports_device_outputs: support?.supportsDeviceOutputs ?? false,
  }
  return { version, config }
}
