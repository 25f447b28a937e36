import type { Interval } from '@millwatch/domain/status'
import type { EventKey } from '@millwatch/domain/telemetry'
import type { Ctx } from '../../platform/ctx.ts'
import { JSON_SEPARATOR, jsonTexts, numberArray, textArray } from '../../platform/db/arrays.ts'
import { companyRun } from '../../platform/db/statements.ts'
import type { DataChange } from './change-kinds.ts'

/** Cause of a requested recomputation of status; late data needs no request. */
export type RecomputeCause = 'changed_setting' | 'changed_device' | 'rebuild'

/**
 * Stored state of a machine; the lock of its row serializes all work on the machine. `state` (fold) and `latest` (telemetry) are
 * JSON. Instants are epoch ms; `beganAt` is null without evidence, `dueAt` if no computation is due at any time.
 */
export interface MachineRow {
  readonly equipmentId: number
  readonly version: number
  readonly state: string
  /** Key of the last event that the state includes; null: none yet. */
  readonly head: EventKey | null
  readonly beganAt: number | null
  /** Instant of the earliest event of any device of the machine (epoch ms), also if it has been deleted since; null: none yet. */
  readonly firstEventAt: number | null
  readonly latest: string
  readonly pendingFrom: number | null
  readonly recomputeFrom: number | null
  /** Cause of a requested recomputation; null: none requested. */
  readonly recomputeCause: RecomputeCause | null
  /** User whose change requires the recomputation; null: no user's change does. */
  readonly recomputeBy: number | null
  /** Number of cycles of the active run among the computed events; 0 without a run. */
  readonly runCycles: number
  readonly sinceCheckpoint: number
  readonly dueAt: number | null
  /** Horizon (epoch ms): events before it are deleted, and none before it is accepted. Null: all events are stored. */
  readonly horizonAt: number | null
}

interface MachineColumns {
  equipmentId: number
  version: number
  state: string
  headAt: number | null
  headBatchId: string | null
  headPosition: number | null
  beganAt: number | null
  firstEventAt: number | null
  latest: string
  pendingFrom: number | null
  recomputeFrom: number | null
  recomputeCause: RecomputeCause | null
  recomputeBy: number | null
  runCycles: number
  sinceCheckpoint: number
  dueAt: number | null
  horizonAt: number | null
}

const columns =
  'equipment_id, version, state, head_at, head_batch_id, head_position, began_at, first_event_at, latest, pending_from, recompute_from, recompute_cause, recompute_by, run_cycles, since_checkpoint, due_at, horizon_at'

const lockRows = {
  name: 'status.lock_machines',
  text: `select equipment_id, version from machine_state where company_id = $1 and equipment_id = any($2::bigint[]) order by equipment_id for update`,
}
const lockFreeRows = {
  name: 'status.lock_free_machines',
  text: `${lockRows.text} skip locked`,
}

/**
 * Locks the state rows of machines until the transaction ends, always in the order of ids; returns their versions by
 * machine id. Omits machines without a row and, with `skipBusy`, those that another transaction has locked; without it,
 * waits.
 */
export async function lockMachines(
  ctx: Ctx,
  equipmentIds: readonly number[],
  options: { skipBusy?: boolean } = {},
): Promise<Map<number, number>> {
  const rows = await ctx.tx.prepared<{ equipmentId: number; version: number }>(
    options.skipBusy ? lockFreeRows : lockRows,
    [ctx.companyId, numberArray(equipmentIds)],
  )
  return new Map(rows.map((row) => [row.equipmentId, row.version]))
}

/**
 * Creates the state rows of machines that have none, with the given state and latest values (JSON) and version 0. Does
 * not lock existing rows.
 */
export const createMachines = companyRun<[equipmentIds: readonly number[], state: string, latest: string]>(
  'status.create_machines',
  `insert into machine_state (company_id, equipment_id, version, state, latest, since_checkpoint)
    select $1::bigint, id, 0, $3, $4, 0 from unnest($2::bigint[]) as id order by id on conflict do nothing`,
)

export async function loadMachines(ctx: Ctx, equipmentIds: readonly number[]): Promise<MachineRow[]> {
  if (equipmentIds.length === 0) return []
  const rows = await ctx.tx.prepared<MachineColumns>(
    {
      name: 'status.load_machines',
      text: `select ${columns} from machine_state where company_id = $1 and equipment_id = any($2::bigint[])`,
    },
    [ctx.companyId, numberArray(equipmentIds)],
  )
  return rows.map((row) => ({
    equipmentId: row.equipmentId,
    version: row.version,
    state: row.state,
    head:
      row.headAt === null ? null : { at: row.headAt, batchId: row.headBatchId ?? '', position: row.headPosition ?? 0 },
    beganAt: row.beganAt,
    firstEventAt: row.firstEventAt,
    latest: row.latest,
    pendingFrom: row.pendingFrom,
    recomputeFrom: row.recomputeFrom,
    recomputeCause: row.recomputeCause,
    recomputeBy: row.recomputeBy,
    runCycles: row.runCycles,
    sinceCheckpoint: row.sinceCheckpoint,
    dueAt: row.dueAt,
    horizonAt: row.horizonAt,
  }))
}

const updateRows = {
  name: 'status.save_machines',
  // Changes add up until the evaluation of alarms has seen the version before this one.
  text: `update machine_state m set version = n.version, state = n.state, began_at = n.began_at, latest = n.latest,
      pending_from = n.pending_from, recompute_from = null, recompute_cause = null, recompute_by = null, run_cycles = n.run_cycles,
      since_checkpoint = n.since_checkpoint, due_at = n.due_at,
      head_at = n.head_at, head_batch_id = n.head_batch_id, head_position = n.head_position, first_event_at = n.first_event_at,
      changed_from = case when m.version <= a.seen_version then n.changed_from else least(m.changed_from, n.changed_from) end,
      changed_kinds = case when m.version <= a.seen_version then n.changed_kinds else m.changed_kinds | n.changed_kinds end,
      changed_to = case when m.version <= a.seen_version then n.changed_to else greatest(m.changed_to, n.changed_to) end,
      least_temperature = case when m.version <= a.seen_version then n.least_temperature
        else least(m.least_temperature, n.least_temperature) end,
      most_temperature = case when m.version <= a.seen_version then n.most_temperature
        else greatest(m.most_temperature, n.most_temperature) end
    from unnest($2::bigint[], $3::bigint[], string_to_array($4, ${JSON_SEPARATOR}), $5::bigint[],
        string_to_array($6, ${JSON_SEPARATOR}), $7::bigint[], $8::int[], $9::bigint[], $10::bigint[], $11::text[], $12::int[], $13::bigint[],
        $14::bigint[], $15::bigint[], $16::int[], $17::bigint[], $18::float8[], $19::float8[])
      as n (equipment_id, version, state, began_at, latest, pending_from, since_checkpoint, due_at, head_at, head_batch_id, head_position,
        run_cycles, first_event_at, changed_from, changed_kinds, changed_to, least_temperature, most_temperature)
      left join alarm_machine a on a.company_id = $1 and a.equipment_id = n.equipment_id
    where m.company_id = $1 and m.equipment_id = n.equipment_id`,
}

/**
 * Saves machines that this transaction has locked, and clears their requests for a recomputation. Merges the `DataChange` of each
 * machine into the one that waits for the evaluation of its alarms. Leaves their horizon (instant before which nothing is
 * recomputed) unchanged.
 */
export async function saveMachines(ctx: Ctx, rows: readonly (MachineRow & DataChange)[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.tx.prepared(updateRows, [
    ctx.companyId,
    numberArray(rows.map((r) => r.equipmentId)),
    numberArray(rows.map((r) => r.version)),
    jsonTexts(rows.map((r) => r.state)),
    numberArray(rows.map((r) => r.beganAt)),
    jsonTexts(rows.map((r) => r.latest)),
    numberArray(rows.map((r) => r.pendingFrom)),
    numberArray(rows.map((r) => r.sinceCheckpoint)),
    numberArray(rows.map((r) => r.dueAt)),
    numberArray(rows.map((r) => r.head?.at ?? null)),
    textArray(rows.map((r) => r.head?.batchId ?? null)),
    numberArray(rows.map((r) => r.head?.position ?? null)),
    numberArray(rows.map((r) => r.runCycles)),
    numberArray(rows.map((r) => r.firstEventAt)),
    numberArray(rows.map((r) => r.changedFrom)),
    numberArray(rows.map((r) => r.changedKinds)),
    numberArray(rows.map((r) => r.changedTo)),
    numberArray(rows.map((r) => r.leastTemperature)),
    numberArray(rows.map((r) => r.mostTemperature)),
  ])
}

/**
 * Requests that the machine's status is recomputed from `from` (epoch ms) or an earlier requested instant on, and makes the
 * machine due; `cause` and the calling user replace those of an earlier request. The next commit or tick computes the status.
 * Does nothing for a machine without a state row.
 */
export async function requestRecompute(
  ctx: Ctx,
  equipmentId: number,
  from: number,
  cause: RecomputeCause = 'changed_device',
): Promise<void> {
  await ctx.tx.prepared(
    {
      name: 'status.request_recompute',
      text: `update machine_state set version = version + 1, recompute_from = least(recompute_from, $3), due_at = least(due_at, $3),
          recompute_cause = $4, recompute_by = $5
        where company_id = $1 and equipment_id = $2`,
    },
    [ctx.companyId, equipmentId, from, cause, ctx.actor.kind === 'user' ? ctx.actor.userId : null],
  )
}

/**
 * Stores the number of cycles of the active run of machines (null: it does not change), and increases their version, so that
 * every process reads them and their runs again.
 */
export async function setRunCycles(
  ctx: Ctx,
  counts: readonly { equipmentId: number; cycles: number | null }[],
): Promise<void> {
  if (counts.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'status.set_run_cycles',
      text: `update machine_state m set version = version + 1, run_cycles = coalesce(n.cycles, m.run_cycles)
        from unnest($2::bigint[], $3::bigint[]) as n (equipment_id, cycles)
        where m.company_id = $1 and m.equipment_id = n.equipment_id`,
    },
    [
      ctx.companyId,
      numberArray(counts.map((count) => count.equipmentId)),
      numberArray(counts.map((count) => count.cycles)),
    ],
  )
}

/** Status interval as stored. A recomputation keeps its id if its start does not change. */
export interface StoredInterval extends Interval {
  readonly id: number
}

interface IntervalColumns {
  statusIntervalId: number
  equipmentId: number
  statusId: 1 | 2 | 3 | 4
  startedAt: number
  endedAt: number | null
}

const intervalFrom = (row: IntervalColumns): StoredInterval => ({
  id: row.statusIntervalId,
  status: row.statusId,
  startedAt: row.startedAt,
  endedAt: row.endedAt,
})

/**
 * Returns by machine id the intervals that touch or meet `[from, to]` (epoch ms, both ends included), not clipped, in order of
 * time; a machine without intervals has an empty list.
 */
export async function loadIntervals(
  ctx: Ctx,
  ranges: readonly { equipmentId: number; from: number; to: number }[],
): Promise<Map<number, StoredInterval[]>> {
  const intervals = new Map<number, StoredInterval[]>(ranges.map(({ equipmentId }) => [equipmentId, []]))
  if (ranges.length === 0) return intervals
  const rows = await ctx.tx.prepared<IntervalColumns>(
    {
      name: 'status.load_intervals',
      // The start of what reaches into each stretch is found beforehand, so that the index is entered there.
      text: `with asked as materialized (
          select a.*, coalesce((select b.started_at from status_interval b where b.company_id = $1
            and b.equipment_id = a.equipment_id and b.started_at < from_ms order by b.started_at desc limit 1), from_ms) as first_ms
          from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as a (equipment_id, from_ms, to_ms))
        select s.status_interval_id, s.equipment_id, s.status_id, s.started_at, s.ended_at from asked
          join status_interval s on s.company_id = $1 and s.equipment_id = asked.equipment_id
            and s.started_at >= asked.first_ms and s.started_at <= asked.to_ms
        order by s.equipment_id, s.started_at`,
    },
    [
      ctx.companyId,
      numberArray(ranges.map((a) => a.equipmentId)),
      numberArray(ranges.map((a) => a.from)),
      numberArray(ranges.map((a) => a.to)),
    ],
  )
  for (const row of rows) intervals.get(row.equipmentId)?.push(intervalFrom(row))
  return intervals
}

/** Changes of the stored intervals of one machine: ids to remove, intervals with another status or end, and new intervals. */
export interface IntervalChanges {
  readonly equipmentId: number
  readonly removed: readonly number[]
  readonly changed: readonly StoredInterval[]
  readonly added: readonly Interval[]
}

/**
 * Writes changes of intervals, all sent at once, and resolves when all are written, with the ids of added intervals by the key
 * `machine id/start`.
 */
export async function applyIntervalChanges(
  ctx: Ctx,
  changes: readonly IntervalChanges[],
): Promise<Map<string, number>> {
  const [, , ids] = await Promise.all([
    removeIntervals(
      ctx,
      changes.flatMap((c) => c.removed),
    ),
    changeIntervals(
      ctx,
      changes.flatMap((c) => c.changed),
    ),
    addIntervals(
      ctx,
      changes.flatMap((c) => c.added.map((interval) => ({ ...interval, equipmentId: c.equipmentId }))),
    ),
  ])
  return ids
}

async function removeIntervals(ctx: Ctx, removed: readonly number[]): Promise<void> {
  if (removed.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'status.remove_intervals',
      text: 'delete from status_interval where company_id = $1 and status_interval_id = any($2::bigint[])',
    },
    [ctx.companyId, numberArray(removed)],
  )
}

async function changeIntervals(ctx: Ctx, changed: readonly StoredInterval[]): Promise<void> {
  if (changed.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'status.change_intervals',
      text: `update status_interval s set status_id = n.status_id, ended_at = n.ended_at
        from unnest($2::bigint[], $3::smallint[], $4::bigint[]) as n (status_interval_id, status_id, ended_at)
        where s.company_id = $1 and s.status_interval_id = n.status_interval_id`,
    },
    [
      ctx.companyId,
      numberArray(changed.map((i) => i.id)),
      numberArray(changed.map((i) => i.status)),
      numberArray(changed.map((i) => i.endedAt)),
    ],
  )
}

async function addIntervals(
  ctx: Ctx,
  added: readonly (Interval & { equipmentId: number })[],
): Promise<Map<string, number>> {
  if (added.length === 0) return new Map()
  const rows = await ctx.tx.prepared<{ statusIntervalId: number; equipmentId: number; startedAt: number }>(
    {
      name: 'status.add_intervals',
      text: `insert into status_interval (company_id, equipment_id, status_id, started_at, ended_at)
        select $1::bigint, * from unnest($2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[])
        returning status_interval_id, equipment_id, started_at`,
    },
    [
      ctx.companyId,
      numberArray(added.map((i) => i.equipmentId)),
      numberArray(added.map((i) => i.status)),
      numberArray(added.map((i) => i.startedAt)),
      numberArray(added.map((i) => i.endedAt)),
    ],
  )
  return new Map(rows.map((row) => [`${row.equipmentId}/${row.startedAt}`, row.statusIntervalId]))
}
