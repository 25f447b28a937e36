import type { FirmwareSupport } from '@millwatch/domain/devices'
import type { Tx } from '../../platform/db/index.ts'

const all = {
  name: 'directory_firmware',
  text: `select version, supports_polling as "supportsPolling", supports_flashing_filters as "supportsFlashingFilters",
    supports_device_outputs as "supportsDeviceOutputs" from firmware`,
}

/**
 * Returns the table of firmware abilities, one row per first version that has them, in no order; the same for all
 * companies.
 */
export async function allFirmware(tx: Tx): Promise<FirmwareSupport[]> {
  return tx.prepared<FirmwareSupport>(all, [])
}
