import { timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import { allUnitsEver } from '../tree/index.ts'

/** Facts about a machine that limit for which time rollups can be built. Instants are epoch ms. */
export interface MachineFacts {
  readonly equipmentId: number
  readonly beganAt: number
  /** Instant before which events are deleted (epoch ms); null: none are. */
  readonly horizonAt: number | null
  /** End of the machine's written shift history (epoch ms); null: none is written. */
  readonly writtenTo: number | null
  /** Last contact of the primary device by the server's clock (epoch ms); null: none. */
  readonly contactAt: number | null
  /** Current time zone of the machine; of a removed one that of its last unit, also if that was removed. */
  readonly zone: string
}

/** Returns the facts that limit the rollups of each machine, by machine id; omits machines without evidence. */
export async function machineFacts(ctx: Ctx, equipmentIds: readonly number[]): Promise<Map<number, MachineFacts>> {
  if (equipmentIds.length === 0) return new Map()
  const tree = treeOf(await allUnitsEver(ctx))
  const rows = await ctx.tx.prepared<Omit<MachineFacts, 'zone'> & { unitId: number }>(
    {
      name: 'utilization.machine_facts',
      text: `select m.equipment_id as "equipmentId", m.began_at as "beganAt", m.horizon_at as "horizonAt",
          p.written_to as "writtenTo", e.parent_org_unit_id as "unitId",
          (select max(t.last_contact_at) from device_assignment a
            join device_tally t on t.company_id = a.company_id and t.device_id = a.device_id
            where a.company_id = m.company_id and a.equipment_id = m.equipment_id and a.is_primary and a.valid_to is null) as "contactAt"
        from machine_state m
        join equipment e on e.company_id = m.company_id and e.equipment_id = m.equipment_id
        left join shift_plan p on p.company_id = m.company_id and p.equipment_id = m.equipment_id
        where m.company_id = $1 and m.equipment_id = any($2::bigint[]) and m.began_at is not null`,
    },
    [ctx.companyId, numberArray(equipmentIds)],
  )
  return new Map(rows.map(({ unitId, ...facts }) => [facts.equipmentId, { ...facts, zone: timeZoneOf(tree, unitId) }]))
}
