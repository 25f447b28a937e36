import { OCCURRENCE_REACH_MS } from '@millwatch/domain/shifts'
import { evaluateAgain } from '../modules/alarms/index.ts'
import { claimPlanning } from '../modules/schedules/index.ts'
import { plansDue, type ShiftsWritten, writeBack, writeOn } from '../modules/shifts/index.ts'
import { markDirty } from '../modules/utilization/index.ts'
import type { Clock } from '../platform/clock.ts'
import { asSystem, type Ctx } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import type { CommittedMachine } from './compute-machine.ts'

const MOST_MACHINES = 500

/**
 * Writes shift history for machines that got their first evidence, or earlier evidence than before, and returns the written
 * ranges. Does nothing and queries nothing for all other machines.
 */
export async function writeShiftsBack(ctx: Ctx, followed: readonly CommittedMachine[]): Promise<ShiftsWritten[]> {
  const begun = followed.flatMap(({ before, machine: { equipmentId, beganAt } }) =>
    beganAt !== null && (before.beganAt === null || beganAt < before.beganAt) ? [{ equipmentId, beganAt }] : [],
  )
  return begun.length === 0 ? [] : writeBack(ctx, begun)
}

/**
 * Writes the shift history of the company that is due by now, by the present schedules, time zones and parents. To be called
 * before these are changed in the same transaction, so that time already past keeps the old ones. Locks the schedules, so no
 * other transaction writes shift history until this one ends.
 */
export async function settleShifts(ctx: Ctx): Promise<void> {
  await claimPlanning(ctx)
  while (await writeSome(ctx, null)) {}
}

/**
 * Writes shift history through the end of tomorrow for those of the machines `among` whose shift history ends before; null: for
 * all machines of the company. Works in transactions of its own, of at most 500 machines each.
 */
export async function keepShifts(
  deps: { readonly database: Database; readonly clock: Clock },
  companyId: number,
  among: readonly number[] | null,
): Promise<void> {
  for (let more = true; more; ) {
    more = await asSystem(deps, companyId, (ctx) => writeSome(ctx, among), { pool: 'ingest' })
  }
}

/** Writes shift history for at most 500 of the machines that need it. Returns true when there may be more. */
async function writeSome(ctx: Ctx, among: readonly number[] | null): Promise<boolean> {
  const due = await plansDue(ctx, ctx.clock.now(), among, MOST_MACHINES)
  await markPast(ctx, await writeOn(ctx, due))
  return due.length === MOST_MACHINES
}

/**
 * Marks rollups dirty and makes alarms due for past days whose shift history was only written now, for example because no
 * server ran.
 */
async function markPast(ctx: Ctx, written: readonly ShiftsWritten[]): Promise<void> {
  const now = ctx.clock.now()
  const past = written.filter(({ from }) => from < now)
  await evaluateAgain(ctx, past)
  if (past.length > 0)
    await markDirty(
      ctx,
      past.map(({ equipmentId, from }) => ({ equipmentId, from: from - OCCURRENCE_REACH_MS, to: now })),
    )
}
