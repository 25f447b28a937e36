import { type PrimaryTenure, primariesFromEver } from '@millwatch/domain/status'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'

interface Row extends PrimaryTenure {
  readonly equipmentId: number
}

/**
 * Returns the primary devices of each machine over all time, ascending, by machine id; the first one counts from the
 * beginning of time. Omits machines that never had one.
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

function primaryTenures(ctx: Ctx, equipmentIds: readonly number[]): Promise<Row[]> {
  return ctx.tx.prepared<Row>(
    {
      name: 'devices.primary_tenures',
      text: `select equipment_id as "equipmentId", device_id as "deviceId", valid_from as "from", valid_to as "to"
        from device_assignment
        where company_id = $1 and equipment_id = any($2::bigint[]) and is_primary order by valid_from`,
    },
    [ctx.companyId, numberArray(equipmentIds)],
  )
}

async function firstPrimaries(ctx: Ctx, equipmentIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await ctx.tx.prepared<{ equipmentId: number; deviceId: number }>(
    {
      name: 'devices.first_primaries',
      text: `select equipment_id as "equipmentId", device_id as "deviceId" from first_primary
        where company_id = $1 and equipment_id = any($2::bigint[])`,
    },
    [ctx.companyId, numberArray(equipmentIds)],
  )
  return new Map(rows.map(({ equipmentId, deviceId }) => [equipmentId, deviceId]))
}
