import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'

/**
 * Increases the version of these machines, so that every process reads them and their devices again at the next
 * computation.
 */
export async function outdateMachines(ctx: Ctx, equipmentIds: readonly number[]): Promise<void> {
  await ctx.tx.prepared(
    {
      name: 'status.outdate_machines',
      text: 'update machine_state set version = version + 1 where company_id = $1 and equipment_id = any($2::bigint[])',
    },
    [ctx.companyId, numberArray(equipmentIds)],
  )
}

/**
 * Saves the latest values (JSON) of a machine that this transaction has locked, and moves its first event back to
 * `from` (epoch ms) if that is earlier. Increases the version.
 */
export async function saveLatest(ctx: Ctx, equipmentId: number, latest: string, from: number): Promise<void> {
  await ctx.tx.prepared(
    {
      name: 'status.save_latest',
      text: `update machine_state set latest = $3, first_event_at = least(first_event_at, $4), version = version + 1
        where company_id = $1 and equipment_id = $2`,
    },
    [ctx.companyId, equipmentId, latest, from],
  )
}

/**
 * Returns those of the machines whose horizon lies after `from` (epoch ms), so that events since then are deleted
 * already.
 */
export async function machinesKeptFromLater(
  ctx: Ctx,
  equipmentIds: readonly number[],
  from: number,
): Promise<number[]> {
  const rows = await ctx.tx.prepared<{ equipmentId: number }>(
    {
      name: 'status.machines_kept_from_later',
      text: `select equipment_id from machine_state
        where company_id = $1 and equipment_id = any($2::bigint[]) and horizon_at > $3`,
    },
    [ctx.companyId, numberArray(equipmentIds), from],
  )
  return rows.map((row) => row.equipmentId)
}
