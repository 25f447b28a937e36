import type { Ctx } from '../../platform/ctx.ts'
import { numberArray, textArray } from '../../platform/db/arrays.ts'
import { companyRun } from '../../platform/db/statements.ts'
import type { PartHistoryRow } from './queries-history.ts'

/** Row of part history before it is stored, without id and author. */
export type NewPartHistory = Omit<PartHistoryRow, 'historyId' | 'writtenBy'>

/** Adds rows of part history in the name of the actor of `ctx`; returns their ids in the order of the rows. */
export async function insertPartHistory(ctx: Ctx, rows: readonly NewPartHistory[]): Promise<number[]> {
  if (rows.length === 0) return []
  const inserted = await ctx.tx.prepared<{ id: number }>(
    {
      name: 'parts.insert_history',
      text: `insert into critical_part_history (company_id, written_at, written_by, critical_part_id, equipment_id, action_base, qty,
          created_at, started_at, ended_at, alarm_trip_id)
        select $1::bigint, $2::bigint, $3::bigint, part, machine, action, qty, at, from_ms, to_ms, trip
        from unnest($4::bigint[], $5::bigint[], $6::text[], $7::integer[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[])
          with ordinality as row (part, machine, action, qty, at, from_ms, to_ms, trip, place)
        order by place returning critical_part_history_id as id`,
    },
    [
      ctx.companyId,
      ctx.clock.now(),
      ctx.actor.kind === 'user' ? ctx.actor.userId : null,
      numberArray(rows.map((row) => row.partId)),
      numberArray(rows.map((row) => row.equipmentId)),
      textArray(rows.map((row) => row.action)),
      numberArray(rows.map((row) => row.qty)),
      numberArray(rows.map((row) => row.createdAt)),
      numberArray(rows.map((row) => row.from)),
      numberArray(rows.map((row) => row.to)),
      numberArray(rows.map((row) => row.alarmTripId)),
    ],
  )
  return inserted.map((row) => row.id)
}

export const changePartHistory = companyRun<[historyId: number, partId: number, action: string, qty: number]>(
  'parts.change_history',
  `update critical_part_history set critical_part_id = $3, action_base = $4, qty = $5
    where company_id = $1 and critical_part_history_id = $2`,
)

export const removePartHistory = companyRun<[historyId: number]>(
  'parts.remove_history',
  'delete from critical_part_history where company_id = $1 and critical_part_history_id = $2',
)
