import type { ShiftEntry, ShiftRow } from '@millwatch/domain/shifts'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray, spanArrays, textArray } from '../../platform/db/arrays.ts'
import { companyRead } from '../../platform/db/statements.ts'
import type { RangeOfMachine, StoredShiftRow } from './queries.ts'

/** Job that has locked the shift history of a machine, and the instant of the lock (epoch ms). */
export interface ShiftLock {
  readonly jobId: number
  readonly lockedAt: number
}

/**
 * Locks the shift history of machines for a job. Waits only for another transaction that is locking one of them. Returns the
 * machines that are locked already, for which the caller must roll back; empty: all were locked for the job. The locks outlive
 * the transaction, until `giveLocksBack`.
 */
export async function takeLocks(ctx: Ctx, jobId: number, equipmentIds: readonly number[]): Promise<number[]> {
  const rows = await ctx.tx.prepared<{ id: number }>(
    {
      name: 'shifts.take_locks',
      text: `insert into shift_lock (company_id, equipment_id, job_id, locked_at)
        select $1, id, $3, $4 from unnest($2::bigint[]) as id order by id
        on conflict do nothing returning equipment_id as id`,
    },
    [ctx.companyId, numberArray(equipmentIds), jobId, ctx.clock.now()],
  )
  const taken = new Set(rows.map((row) => row.id))
  return equipmentIds.filter((id) => !taken.has(id))
}

/**
 * Unlocks the shift history of all machines that a job has locked, and returns the ids of these machines; empty if there are
 * none.
 */
export const giveLocksBack = companyRead<{ id: number }, number[], [jobId: number]>(
  'shifts.give_locks_back',
  'delete from shift_lock where company_id = $1 and job_id = $2 returning equipment_id as id',
  (rows) => rows.map((row) => row.id),
)

/** Returns the job that has locked the shift history of each machine, by machine id; omits unlocked machines. */
export const shiftLocks = companyRead<
  ShiftLock & { id: number },
  Map<number, ShiftLock>,
  [equipmentIds: readonly number[]]
>(
  'shifts.locks',
  `select equipment_id as id, job_id as "jobId", locked_at as "lockedAt" from shift_lock
        where company_id = $1 and equipment_id = any($2::bigint[])`,
  (rows) => new Map(rows.map(({ id, ...lock }) => [id, lock])),
)

/**
 * Returns rows of shift history by their ids, with their machine, in no order; omits unknown ids and those of other
 * companies.
 */
export async function shiftRowsByIds(
  ctx: Ctx,
  ids: readonly number[],
): Promise<(StoredShiftRow & { readonly equipmentId: number })[]> {
  return ctx.tx.prepared(
    {
      name: 'shifts.by_ids',
      text: `select shift_history_id as id, equipment_id as "equipmentId", shift, started_at as "startedAt",
          ended_at as "endedAt", zone, edited
        from shift_history where company_id = $1 and shift_history_id = any($2::bigint[])`,
    },
    [ctx.companyId, numberArray(ids)],
  )
}

/**
 * Returns the horizon of each machine (epoch ms), before which its events are deleted, by machine id; omits machines
 * without one.
 */
export const horizonsOf = companyRead<
  { id: number; at: number },
  Map<number, number>,
  [equipmentIds: readonly number[]]
>(
  'shifts.horizons',
  `select equipment_id as id, horizon_at as at from machine_state
        where company_id = $1 and equipment_id = any($2::bigint[]) and horizon_at is not null`,
  (rows) => new Map(rows.map(({ id, at }) => [id, at])),
)

/** Inserts rows of shift history that are marked as edited by a person. */
export async function insertEdited(
  ctx: Ctx,
  rows: readonly (ShiftRow & { readonly equipmentId: number })[],
): Promise<void> {
  if (rows.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'shifts.insert_edited',
      text: `insert into shift_history (company_id, equipment_id, shift, started_at, ended_at, zone, edited)
        select $1, machine, shift, started_at, ended_at, zone, true
        from unnest($2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::text[])
          as row (machine, shift, started_at, ended_at, zone)`,
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

/** Changes shift, start and end of rows by id, and marks them as edited by a person. The time zone of a row stays. */
export async function updateEdited(ctx: Ctx, rows: readonly ShiftEntry[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'shifts.update_edited',
      text: `update shift_history
        set shift = row.shift, started_at = row.started_at, ended_at = row.ended_at, edited = true
        from unnest($2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[]) as row (id, shift, started_at, ended_at)
        where company_id = $1 and shift_history_id = row.id`,
    },
    [
      ctx.companyId,
      numberArray(rows.map((row) => row.id)),
      numberArray(rows.map((row) => row.shift)),
      numberArray(rows.map((row) => row.startedAt)),
      numberArray(rows.map((row) => row.endedAt)),
    ],
  )
}

export async function deleteRows(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'shifts.delete_rows',
      text: 'delete from shift_history where company_id = $1 and shift_history_id = any($2::bigint[])',
    },
    [ctx.companyId, numberArray(ids)],
  )
}

/**
 * Deletes all voids that touch the range of their machine, as a whole even where they reach beyond it, and inserts `voids`. A
 * machine may have one range.
 */
export async function replaceVoids(
  ctx: Ctx,
  ranges: readonly RangeOfMachine[],
  voids: readonly RangeOfMachine[],
): Promise<void> {
  await ctx.tx.prepared(
    {
      name: 'shifts.delete_voids',
      text: `delete from shift_void using unnest($2::bigint[], $3::bigint[], $4::bigint[]) as machine (id, from_ms, to_ms)
        where company_id = $1 and equipment_id = machine.id and started_at < machine.to_ms and ended_at > machine.from_ms`,
    },
    [ctx.companyId, ...spanArrays(ranges)],
  )
  if (voids.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'shifts.insert_voids',
      text: `insert into shift_void (company_id, equipment_id, started_at, ended_at)
        select $1, * from unnest($2::bigint[], $3::bigint[], $4::bigint[])`,
    },
    [ctx.companyId, ...spanArrays(voids)],
  )
}
