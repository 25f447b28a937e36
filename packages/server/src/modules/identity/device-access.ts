import type { Tx } from '../../platform/db/index.ts'
import { notify } from '../../platform/db/notify.ts'

/** PostgreSQL channel that tells every server whose keys or access changed, as `company/device` or `company/*`. */
export const DEVICE_ACCESS_CHANNEL = 'device_access'

/**
 * Notifies all servers, with the commit, to check again which devices may connect, and to end connections of those that
 * may not. Null: all devices of the company.
 */
export async function announceDeviceAccess(tx: Tx, companyId: number, deviceId: number | null): Promise<void> {
  await notify(tx, DEVICE_ACCESS_CHANNEL, [`${companyId}/${deviceId ?? '*'}`])
}
