import { companyRows, companyRun } from '../../platform/db/statements.ts'
import type { DeviceConfig } from './present-config.ts'

/** Latest configuration that was sent to a device, and the latest that the device confirmed. Instants are epoch ms. */
interface ConfigDelivery {
  readonly sent: DeviceConfig
  /** Instant at which `sent` was sent for the first time after another configuration. */
  readonly sentAt: number
  /** Null: the device never confirmed a configuration. */
  readonly confirmed: DeviceConfig | null
  readonly confirmedAt: number | null
}

/**
 * Stores that a configuration (JSON) was sent to a device at `at` (epoch ms). Changes nothing if it is the configuration that was
 * sent last.
 */
export const storeConfigSent = companyRun<[deviceId: number, config: string, at: number]>(
  'devices.store_config_sent',
  `insert into device_config as d (company_id, device_id, sent, sent_at) values ($1, $2, $3::jsonb, $4)
    on conflict (company_id, device_id) do update set sent = excluded.sent, sent_at = excluded.sent_at
      where d.sent <> excluded.sent`,
)

/**
 * Stores that a device confirmed a configuration (JSON). Changes nothing if it is the one confirmed last, or if none was ever
 * sent to the device.
 */
export const storeConfigConfirmed = companyRun<[deviceId: number, config: string, at: number]>(
  'devices.store_config_confirmed',
  `update device_config set confirmed = $3::jsonb, confirmed_at = $4
    where company_id = $1 and device_id = $2 and confirmed is distinct from $3::jsonb`,
)

/**
 * Returns the configurations sent to devices and those that they confirmed, in no order; devices to which none was sent are left
 * out.
 */
export const configDeliveries = companyRows<
  ConfigDelivery & { readonly deviceId: number },
  [deviceIds: readonly number[]]
>(
  'devices.config_deliveries',
  `select device_id, sent, sent_at, confirmed, confirmed_at from device_config
    where company_id = $1 and device_id = any($2::bigint[])`,
)
