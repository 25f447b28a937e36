import { type PrimaryTenure, primariesFromEver } from '@millwatch/domain/status'
import type { Ctx } from '../../platform/ctx.ts'
import { companyRead, companyRows } from '../../platform/db/statements.ts'

interface Row extends PrimaryTenure {
  readonly equipmentId: number
}

/**
 * Returns by machine id the primary devices of each machine over all time, in order of time; the recorded first one counts from
 * the beginning of time. Machines that never had a primary device have no entry.
 */
export async function loadPrimaries(
  ctx: Ctx,
  equipmentIds: readonly number[],
): Promise<Map<number, readonly PrimaryTenure[]>> {
  const tenures = Map.groupBy(await primaryTenures(ctx, equipmentIds), (row) => row.equipmentId)
  const firsts = tenures.size === 0 ? new Map<number, number>() : await firstPrimaries(ctx, equipmentIds)
  return new Map(
    [...tenures].map(([id, rows]) => [
      id,
      primariesFromEver(
        firsts.get(id) ?? null,
        rows.map(({ deviceId, from, to }) => ({ deviceId, from, to })),
      ),
    ]),
  )
}

const primaryTenures = companyRows<Row, [equipmentIds: readonly number[]]>(
  'devices.primary_tenures',
  `select equipment_id as "equipmentId", device_id as "deviceId", valid_from as "from", valid_to as "to"
        from device_assignment
        where company_id = $1 and equipment_id = any($2::bigint[]) and is_primary order by valid_from`,
)

const firstPrimaries = companyRead<
  { equipmentId: number; deviceId: number },
  Map<number, number>,
  [equipmentIds: readonly number[]]
>(
  'devices.first_primaries',
  `select equipment_id as "equipmentId", device_id as "deviceId" from first_primary
        where company_id = $1 and equipment_id = any($2::bigint[])`,
  (rows) => new Map(rows.map(({ equipmentId, deviceId }) => [equipmentId, deviceId])),
)
