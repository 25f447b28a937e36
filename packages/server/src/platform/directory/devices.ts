import type { Database, Tx } from '../db/index.ts'
import { Conflict } from '../errors.ts'

export interface DirectoryDevice {
  readonly deviceUuid: string
  readonly companyId: number
  readonly deviceId: number
  readonly keyHash: Buffer
  readonly active: boolean
}

/** PostgreSQL reads more spellings of a uuid than this one; only this one is a device's name. */
const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const byUuids = {
  name: 'directory_devices_by_uuid',
  text: `select device_uuid as "deviceUuid", company_id as "companyId", device_id as "deviceId",
    key_hash as "keyHash", active from device_directory where device_uuid = any($1::uuid[])`,
}

/** Whose devices these are, by uuid in lower case; without what is unknown or no uuid at all. */
export async function findDevices(database: Database, uuids: readonly string[]): Promise<Map<string, DirectoryDevice>> {
  const asked = uuids.filter((uuid) => uuidShape.test(uuid))
  if (asked.length === 0) return new Map()
  const found = await database.inDirectory((tx) => tx.prepared<DirectoryDevice>(byUuids, [asked]), { pool: 'ingest' })
  return new Map(found.map((device) => [device.deviceUuid, device]))
}

const insert = {
  name: 'directory_device_insert',
  text: `insert into device_directory (device_uuid, company_id, device_id, key_hash, active)
    values ($1, $2, $3, $4, $5) on conflict (device_uuid) do nothing returning device_id`,
}

/** Enters a device, in the transaction that stores it; a uuid held by any company is `device_uuid_taken`. */
export async function insertDevice(tx: Tx, device: DirectoryDevice): Promise<void> {
  const { deviceUuid, companyId, deviceId, keyHash, active } = device
  const rows = await tx.prepared(insert, [deviceUuid, companyId, deviceId, keyHash, active])
  if (rows.length === 0) throw new Conflict('device_uuid_taken')
}

const change = {
  name: 'directory_device_change',
  text: `update device_directory set active = coalesce($3, active), key_hash = coalesce($4, key_hash)
    where device_id = $1 and company_id = $2`,
}

/** Switches a device on or off, or gives it another key, in the transaction that stores the change. */
export async function updateDevice(
  tx: Tx,
  device: { companyId: number; deviceId: number; active?: boolean; keyHash?: Buffer },
): Promise<void> {
  await tx.prepared(change, [device.deviceId, device.companyId, device.active ?? null, device.keyHash ?? null])
}
