import type { Tx } from '../../platform/db/index.ts'
import { notify } from '../../platform/db/notify.ts'

/**
 * PostgreSQL channel that notifies every server of the devices whose keys or access changed. A message is `company/device`, or
 * `company/*` for all devices of the company.
 */
export const DEVICE_ACCESS_CHANNEL = 'device_access'

/**
 * Notifies all servers, with the commit, that the access of a device (null: of all devices of the company) changed: they check
 * again if it may connect, and end its connections if not.
 */
export async function announceDeviceAccess(tx: Tx, companyId: number, deviceId: number | null): Promise<void> {
  await notify(tx, DEVICE_ACCESS_CHANNEL, [`${companyId}/${deviceId ?? '*'}`])
}
