import type { Schedule } from '@millwatch/domain/schedules'
import type { Ctx } from '../../platform/ctx.ts'
import { companyHas, companyRun } from '../../platform/db/statements.ts'
import type { TemplateRow } from './queries.ts'

/** Owner of a schedule: a unit or a machine. */
export type ScheduleOwner = { readonly unitId: number } | { readonly equipmentId: number }

const planningLock = 727003

/**
 * Locks schedules, time zones and parents of the company's machines for a change, until the transaction ends. Waits for
 * transactions that write shift history from them (`holdPlanning`), and makes later ones wait.
 */
export const claimPlanning = companyRun(
  'schedules.claim_planning',
  `select pg_advisory_xact_lock(${planningLock}, hashint8($1)::integer)`,
)

/**
 * Prevents changes (`claimPlanning`) of schedules, time zones and parents of the company's machines until the transaction ends,
 * while shift history is written from them. Several transactions can have this lock at once.
 */
export const holdPlanning = companyRun(
  'schedules.hold_planning',
  `select pg_advisory_xact_lock_shared(${planningLock}, hashint8($1)::integer)`,
)

/** Replaces the own schedule of a unit or machine; null deletes it. Writes no shift history. */
export async function putSchedule(ctx: Ctx, owner: ScheduleOwner, schedule: Schedule | null): Promise<void> {
  const [column, id] =
    'unitId' in owner ? (['org_unit_id', owner.unitId] as const) : (['equipment_id', owner.equipmentId] as const)
  await ctx.tx.db.deleteFrom('schedule').where('company_id', '=', ctx.companyId).where(column, '=', id).execute()
  if (schedule === null) return
  await ctx.tx.db
    .insertInto('schedule')
    .values({
      company_id: ctx.companyId,
      org_unit_id: null,
      equipment_id: null,
      [column]: id,
      ranges: JSON.stringify({ ...schedule }),
      changed_at: ctx.clock.now(),
    })
    .execute()
}

export async function insertTemplate(ctx: Ctx, template: Omit<TemplateRow, 'id'>): Promise<number> {
  const { name, type, ranges } = template
  const row = await ctx.tx.db
    .insertInto('schedule_template')
    .values({ company_id: ctx.companyId, name, type, ranges: JSON.stringify(ranges), created_at: ctx.clock.now() })
    .returning('schedule_template_id as id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Locks a template until the transaction ends, so that no other transaction changes it, and returns true; returns false when
 * there is none with this id.
 */
export const holdTemplate = companyHas<[templateId: number]>(
  'schedules.hold_template',
  'select from schedule_template where company_id = $1 and schedule_template_id = $2 for no key update',
)

export async function changeTemplate(
  ctx: Ctx,
  id: number,
  { name, ranges }: Pick<TemplateRow, 'name' | 'ranges'>,
): Promise<void> {
  await ctx.tx.db
    .updateTable('schedule_template')
    .set({ name, ranges: JSON.stringify(ranges) })
    .where('company_id', '=', ctx.companyId)
    .where('schedule_template_id', '=', id)
    .execute()
}

export async function deleteTemplate(ctx: Ctx, id: number): Promise<void> {
  await ctx.tx.db
    .deleteFrom('schedule_template')
    .where('company_id', '=', ctx.companyId)
    .where('schedule_template_id', '=', id)
    .execute()
}
