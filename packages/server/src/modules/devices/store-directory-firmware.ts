import type { FirmwareSupport } from '@millwatch/domain/devices'
import { directoryRows } from '../../platform/db/statements.ts'

/**
 * Returns the table of firmware abilities, in no order; the same for all companies. A row has the first version with these
 * abilities.
 */
export const allFirmware = directoryRows<FirmwareSupport>(
  'directory_firmware',
  `select version, supports_polling as "supportsPolling", supports_flashing_filters as "supportsFlashingFilters",
    supports_device_outputs as "supportsDeviceOutputs" from firmware`,
)
