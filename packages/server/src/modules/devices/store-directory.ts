import type { Database, Tx } from '../../platform/db/index.ts'
import { Conflict } from '../../platform/errors.ts'
import { announceDeviceAccess } from '../identity/index.ts'

export interface DirectoryDevice {
  readonly deviceUuid: string
  readonly companyId: number
  readonly deviceId: number
  readonly keyHash: Buffer
  /** Hash of the previous key, which is accepted until `previousKeyUntil` (epoch ms); both null: there is none. */
  readonly previousKeyHash: Buffer | null
  readonly previousKeyUntil: number | null
  /** True if the device is switched on and its company is not suspended. */
  readonly active: boolean
}

/** Pattern of the only spelling of a uuid that names a device (case does not matter); PostgreSQL would accept others. */
const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const byUuids = {
  name: 'directory_devices_by_uuid',
  text: `select device_uuid as "deviceUuid", company_id as "companyId", device_id as "deviceId", key_hash as "keyHash",
      previous_key_hash as "previousKeyHash", previous_key_until as "previousKeyUntil",
      active and suspended_at is null as active
    from device_directory join company using (company_id) where device_uuid = any($1::uuid[])`,
}

/**
 * Returns by lower-case uuid the devices with these uuids, of any company and active or not; leaves out unknown and
 * malformed uuids.
 */
export async function findDevices(database: Database, uuids: readonly string[]): Promise<Map<string, DirectoryDevice>> {
  const validUuids = uuids.filter((uuid) => uuidShape.test(uuid))
  if (validUuids.length === 0) return new Map()
  const found = await database.inDirectory((tx) => tx.prepared<DirectoryDevice>(byUuids, [validUuids]), {
    pool: 'ingest',
  })
  return new Map(found.map((device) => [device.deviceUuid, device]))
}

const insert = {
  name: 'directory_device_insert',
  text: `insert into device_directory (device_uuid, company_id, device_id, key_hash, active)
    values ($1, $2, $3, $4, $5) on conflict (device_uuid) do nothing returning device_id`,
}

/**
 * Adds a device to the directory of all companies, in the transaction that stores the device; throws `device_uuid_taken` if any
 * company has a device with this uuid.
 */
export async function insertDevice(
  tx: Tx,
  device: Pick<DirectoryDevice, 'deviceUuid' | 'companyId' | 'deviceId' | 'keyHash' | 'active'>,
): Promise<void> {
  const { deviceUuid, companyId, deviceId, keyHash, active } = device
  const rows = await tx.prepared(insert, [deviceUuid, companyId, deviceId, keyHash, active])
  if (rows.length === 0) throw new Conflict('device_uuid_taken')
}

const change = {
  name: 'directory_device_change',
  text: 'update device_directory set active = $3 where device_id = $1 and company_id = $2',
}

/**
 * Switches a device on or off in the directory, in the transaction that stores the change, and notifies all servers:
 * connections of an inactive device end.
 */
export async function updateDevice(
  tx: Tx,
  { companyId, deviceId, active }: { companyId: number; deviceId: number; active: boolean },
): Promise<void> {
  await tx.prepared(change, [deviceId, companyId, active])
  await announceDeviceAccess(tx, companyId, deviceId)
}

const setKey = {
  name: 'directory_device_key',
  // Keeps only the latest key as the previous one: a key that was withdrawn before stays withdrawn.
  text: `update device_directory set key_hash = $3, previous_key_until = $4,
      previous_key_hash = case when $4::bigint is null then null else key_hash end
    where device_id = $1 and company_id = $2`,
}

/**
 * Replaces the key of a device and notifies all servers. Its present key is accepted until `previousUntil` (epoch ms),
 * or not at all (null); an older one never again.
 */
export async function changeDeviceKey(
  tx: Tx,
  device: { companyId: number; deviceId: number; keyHash: Buffer; previousUntil: number | null },
): Promise<void> {
  const { companyId, deviceId, keyHash, previousUntil } = device
  await tx.prepared(setKey, [deviceId, companyId, keyHash, previousUntil])
  await announceDeviceAccess(tx, companyId, deviceId)
}
