import type { RunTerms } from '@millwatch/domain/runs'
import type { Ctx } from '../../platform/ctx.ts'
import { booleanArray, numberArray } from '../../platform/db/arrays.ts'

export interface NewRun extends RunTerms {
  readonly equipmentId: number
  readonly startedAt: number
  readonly notifyRosterIds: readonly number[]
  readonly tagIds: readonly number[]
}

export async function insertRun(ctx: Ctx, run: NewRun): Promise<number> {
  const now = ctx.clock.now()
  const { runId } = await ctx.tx.db
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
    .returning('run_id as runId')
    .executeTakeFirstOrThrow()
  await ctx.tx.db
    .insertInto('run_tag')
    .values(run.tagIds.map((tagId) => ({ company_id: ctx.companyId, run_id: runId, tag_id: tagId })))
    .execute()
  return runId
}

export interface EndedRun extends Omit<NewRun, 'notifyRosterIds'> {
  readonly endedAt: number
  readonly scrapQty: number
}

/** Inserts ended runs with their tags and 0 cycles; the caller must store the number of cycles next (`settleRuns`). */
export async function insertPastRuns(ctx: Ctx, runs: readonly EndedRun[]): Promise<void> {
  const rows = await ctx.tx.prepared<{ id: number; equipmentId: number; startedAt: number }>(
    {
      name: 'runs.insert_past',
      text: `insert into run (company_id, created_at, updated_at, cycles, equipment_id, started_at, ended_at, cycles_total, parts_per_cycle,
          allow_overrun, scrap_qty)
        select $1::bigint, $2::bigint, $2::bigint, 0, * from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::float8[],
          $8::boolean[], $9::bigint[])
        returning run_id as id, equipment_id as "equipmentId", started_at as "startedAt"`,
    },
    [
      ctx.companyId,
      ctx.clock.now(),
      numberArray(runs.map((run) => run.equipmentId)),
      numberArray(runs.map((run) => run.startedAt)),
      numberArray(runs.map((run) => run.endedAt)),
      numberArray(runs.map((run) => run.cyclesTotal)),
      numberArray(runs.map((run) => run.partsPerCycle)),
      booleanArray(runs.map((run) => run.allowOverrun)),
      numberArray(runs.map((run) => run.scrapQty)),
    ],
  )
  const idOf = new Map(rows.map((row) => [`${row.equipmentId}/${row.startedAt}`, row.id]))
  const tagged = runs.flatMap((run) =>
    run.tagIds.map((tagId) => ({ tagId, runId: idOf.get(`${run.equipmentId}/${run.startedAt}`) ?? 0 })),
  )
  await ctx.tx.prepared(
    {
      name: 'runs.insert_run_tags',
      text: 'insert into run_tag (company_id, run_id, tag_id) select $1::bigint, * from unnest($2::bigint[], $3::bigint[])',
    },
    [ctx.companyId, numberArray(tagged.map((tag) => tag.runId)), numberArray(tagged.map((tag) => tag.tagId))],
  )
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

/** Sets the end of a run (epoch ms) and 0 cycles; the caller must store the number of cycles next (`settleRuns`). */
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
