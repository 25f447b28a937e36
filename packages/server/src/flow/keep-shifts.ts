import { OCCURRENCE_REACH_MS } from '@millwatch/domain/shifts'
import { claimPlanning } from '../modules/schedules/index.ts'
import { plansDue, type ShiftsWritten, writeBack, writeOn } from '../modules/shifts/index.ts'
import { markDirty } from '../modules/utilization/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import type { Followed } from './follow.ts'

const MOST_MACHINES = 500

/** Shift history of machines whose first evidence is new, or earlier than it was; nothing is asked in all other commits. */
export async function followShifts(ctx: Ctx, told: readonly Followed[]): Promise<ShiftsWritten[]> {
  const begun = told.flatMap(({ before, machine: { equipmentId, beganAt } }) =>
    beganAt !== null && (before.beganAt === null || beganAt < before.beganAt) ? [{ equipmentId, beganAt }] : [],
  )
  return begun.length === 0 ? [] : writeBack(ctx, begun)
}

/**
 * Before schedules, zones or places of machines change, in that transaction: shift history is written up to now by those
 * that were in force, and nobody else writes any until it ends.
 */
export async function settleShifts(ctx: Ctx): Promise<void> {
  await claimPlanning(ctx)
  while (await writeSome(ctx, null)) {}
}

/** Writes shift history on through tomorrow where it ends before; `among` null: all machines of the company. */
export async function keepShifts(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  companyId: number,
  among: readonly number[] | null,
): Promise<void> {
  for (let more = true; more; ) {
    more = await database.inCompany(
      companyId,
      (tx) => writeSome({ companyId, actor: { kind: 'system' }, tx, clock }, among),
      { pool: 'ingest' },
    )
  }
}

/** Whether there may be more. */
async function writeSome(ctx: Ctx, among: readonly number[] | null): Promise<boolean> {
  const due = await plansDue(ctx, ctx.clock.now(), among, MOST_MACHINES)
  await markPast(ctx, await writeOn(ctx, due))
  return due.length === MOST_MACHINES
}

/** Days that went by unwritten, as while no server ran: what was built of them knew nothing of their shifts. */
async function markPast(ctx: Ctx, written: readonly ShiftsWritten[]): Promise<void> {
  const now = ctx.clock.now()
  const past = written.filter(({ from }) => from < now)
  if (past.length > 0)
    await markDirty(
      ctx,
      past.map(({ equipmentId, from }) => ({ equipmentId, from: from - OCCURRENCE_REACH_MS, to: now })),
    )
}
