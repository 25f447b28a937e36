import type { RunTerms } from '@millwatch/domain/runs'
import type { Ctx } from '../../platform/ctx.ts'

export interface NewRun extends RunTerms {
  readonly equipmentId: number
  readonly startedAt: number
  readonly notifyRosterIds: readonly number[]
  readonly tagIds: readonly number[]
}

export async function insertRun(ctx: Ctx, run: NewRun): Promise<number> {
  const now = ctx.clock.now()
  const { run_id: runId } = await ctx.tx.db
    .insertInto('run')
    .values({
      company_id: ctx.companyId,
      equipment_id: run.equipmentId,
      started_at: run.startedAt,
      ended_at: null,
      cycles: null,
      cycles_total: run.cyclesTotal,
      parts_per_cycle: run.partsPerCycle,
      allow_overrun: run.allowOverrun,
      notify_roster_ids: [...run.notifyRosterIds],
      created_at: now,
      updated_at: now,
    })
    .returning('run_id')
    .executeTakeFirstOrThrow()
  await ctx.tx.db
    .insertInto('run_tag')
    .values(run.tagIds.map((tagId) => ({ company_id: ctx.companyId, run_id: runId, tag_id: tagId })))
    .execute()
  return runId
}

export async function changeRunTerms(
  ctx: Ctx,
  runId: number,
  change: Pick<RunTerms, 'cyclesTotal' | 'allowOverrun'> & { notifyRosterIds: readonly number[] },
): Promise<void> {
  await ctx.tx.db
    .updateTable('run')
    .set({
      cycles_total: change.cyclesTotal,
      allow_overrun: change.allowOverrun,
      notify_roster_ids: [...change.notifyRosterIds],
      updated_at: ctx.clock.now(),
    })
    .where('company_id', '=', ctx.companyId)
    .where('run_id', '=', runId)
    .execute()
}

/** Ends a run; its cycles are counted next, by who ends it. */
export async function closeRun(ctx: Ctx, runId: number, endedAt: number): Promise<void> {
  await ctx.tx.db
    .updateTable('run')
    .set({ ended_at: endedAt, cycles: 0, updated_at: ctx.clock.now() })
    .where('company_id', '=', ctx.companyId)
    .where('run_id', '=', runId)
    .execute()
}

export async function addToScrap(ctx: Ctx, runId: number, quantity: number): Promise<void> {
  await ctx.tx.db
    .updateTable('run')
    .set((column) => ({ scrap_qty: column('scrap_qty', '+', quantity), updated_at: ctx.clock.now() }))
    .where('company_id', '=', ctx.companyId)
    .where('run_id', '=', runId)
    .execute()
}
