import type { Tx } from '../../platform/db/index.ts'
import { notify } from '../../platform/db/notify.ts'

/**
 * PostgreSQL channel of `company/device` or `company/*`, which notifies every server of the devices whose keys or
 * access changed.
 */
export const DEVICE_ACCESS_CHANNEL = 'device_access'

/**
 * Notifies all servers, with the commit, to check again if a device (null: all devices of the company) may connect, and
 * to end its connections if not.
 */
export async function announceDeviceAccess(tx: Tx, companyId: number, deviceId: number | null): Promise<void> {
  await notify(tx, DEVICE_ACCESS_CHANNEL, [`${companyId}/${deviceId ?? '*'}`])
}
