import type { ShiftRow } from '@millwatch/domain/shifts'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray, textArray } from '../../platform/db/arrays.ts'
import { companyRead } from '../../platform/db/statements.ts'

/**
 * Range `[scheduledFrom, writtenTo)` for which a machine's shift history is written; at `dueAt` it must be written further.
 * Instants are epoch ms.
 */
export interface Plan {
  readonly equipmentId: number
  readonly scheduledFrom: number
  readonly writtenTo: number
  readonly dueAt: number
}

const planColumns = `equipment_id as "equipmentId", scheduled_from as "scheduledFrom", written_to as "writtenTo", due_at as "dueAt"`

/**
 * Locks the plans of machines until the transaction ends and returns them by machine id; omits machines without a plan,
 * which have no evidence yet.
 */
export const holdPlans = companyRead<Plan, Map<number, Plan>, [equipmentIds: readonly number[]]>(
  'shifts.hold_plans',
  `select ${planColumns} from shift_plan where company_id = $1 and equipment_id = any($2::bigint[])
        order by equipment_id for update`,
  (rows) => new Map(rows.map((plan) => [plan.equipmentId, plan])),
)

/**
 * Returns up to `atMost` machines, by id, whose shift history must be written further by `now` (epoch ms); `among`
 * null: of all machines.
 */
export async function plansDue(
  ctx: Ctx,
  now: number,
  among: readonly number[] | null,
  atMost: number,
): Promise<number[]> {
  const rows = await ctx.tx.prepared<{ id: number }>(
    {
      name: 'shifts.plans_due',
      text: `select equipment_id as id from shift_plan
        where company_id = $1 and due_at <= $2 and ($3::bigint[] is null or equipment_id = any($3))
        order by equipment_id limit $4`,
    },
    [ctx.companyId, now, among === null ? null : numberArray(among), atMost],
  )
  return rows.map((row) => row.id)
}

export async function putPlans(ctx: Ctx, plans: readonly Plan[]): Promise<void> {
  if (plans.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'shifts.put_plans',
      text: `insert into shift_plan (company_id, equipment_id, scheduled_from, written_to, due_at)
        select $1, * from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
        on conflict (company_id, equipment_id) do update
          set scheduled_from = excluded.scheduled_from, written_to = excluded.written_to, due_at = excluded.due_at`,
    },
    [
      ctx.companyId,
      numberArray(plans.map((plan) => plan.equipmentId)),
      numberArray(plans.map((plan) => plan.scheduledFrom)),
      numberArray(plans.map((plan) => plan.writtenTo)),
      numberArray(plans.map((plan) => plan.dueAt)),
    ],
  )
}

export interface ShiftRowOf extends ShiftRow {
  readonly equipmentId: number
}

export async function insertShifts(ctx: Ctx, rows: readonly ShiftRowOf[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'shifts.insert',
      text: `insert into shift_history (company_id, equipment_id, shift, started_at, ended_at, zone)
        select $1, * from unnest($2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::text[])`,
    },
    [
      ctx.companyId,
      numberArray(rows.map((row) => row.equipmentId)),
      numberArray(rows.map((row) => row.shift)),
      numberArray(rows.map((row) => row.startedAt)),
      numberArray(rows.map((row) => row.endedAt)),
      textArray(rows.map((row) => row.zone)),
    ],
  )
}

/**
 * Deletes the rows written by schedules that begin at an instant (epoch ms) or later, and ends a row that contains the instant
 * there. Rows that people edited stay whole.
 */
export async function eraseAhead(ctx: Ctx, equipmentIds: readonly number[], from: number): Promise<void> {
  const values = [ctx.companyId, numberArray(equipmentIds), from]
  const ofMachines = 'company_id = $1 and equipment_id = any($2::bigint[]) and not edited'
  await ctx.tx.prepared(
    { name: 'shifts.erase_ahead', text: `delete from shift_history where ${ofMachines} and started_at >= $3` },
    values,
  )
  await ctx.tx.prepared(
    {
      name: 'shifts.cut_at',
      text: `update shift_history set ended_at = $3 where ${ofMachines} and started_at < $3 and ended_at > $3`,
    },
    values,
  )
}
