import type { FirmwareSupport } from '@millwatch/domain/devices'
import { directoryRows } from '../../platform/db/statements.ts'

/**
 * Returns the table of firmware abilities, one row per first version that has them, in no order; the same for all
 * companies.
 */
export const allFirmware = directoryRows<FirmwareSupport>(
  'directory_firmware',
  `select version, supports_polling as "supportsPolling", supports_flashing_filters as "supportsFlashingFilters",
    supports_device_outputs as "supportsDeviceOutputs" from firmware`,
)
