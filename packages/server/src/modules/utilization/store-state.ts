import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray, spanArrays, textArray } from '../../platform/db/arrays.ts'
import { companyRead, companyRows, onceFor } from '../../platform/db/statements.ts'
import type { Span } from './queries-time.ts'

/**
 * Range `[builtFrom, builtTo)` for which rollups of a machine are built, as days of `zone`; all of it may be read but dirty
 * spans. `lookedTo` is the target of the last complete build, 0 when more is to be built. Instants are epoch ms.
 */
export interface RollupState {
  readonly equipmentId: number
  readonly builtFrom: number
  readonly builtTo: number
  readonly lookedTo: number
  readonly zone: string
  /** True when every whole week of the built range has its row. */
  readonly hasWeeks: boolean
  /** True when every excessive stop that ended in the built range has its row. */
  readonly hasStops: boolean
}

/** Range of a machine's time whose rollups must be built again before they are read. */
export interface DirtySpan extends Span {
  readonly id: number
}

const columns = `equipment_id as "equipmentId", built_from as "builtFrom", built_to as "builtTo", looked_to as "lookedTo", zone, has_weeks as "hasWeeks", has_stops as "hasStops"`

/**
 * Locks the build states of machines until the transaction ends and returns them as a list, ascending by machine id. Omits
 * machines without a state, and those that another builder has locked.
 */
export const holdStates = companyRows<RollupState, [equipmentIds: readonly number[]]>(
  'utilization.hold_states',
  `select ${columns} from rollup_state where company_id = $1 and equipment_id = any($2::bigint[])
        order by equipment_id for update skip locked`,
)

/**
 * Returns the build states of machines, by machine id; omits machines without one. Within one snapshot, later calls with the same
 * ids return the first result.
 */
export function statesOf(ctx: Ctx, equipmentIds: readonly number[]): Promise<ReadonlyMap<number, RollupState>> {
  return onceFor(ctx, 'utilization.states_of', equipmentIds, readStates)
}

const readStates = companyRead<RollupState, ReadonlyMap<number, RollupState>, [equipmentIds: readonly number[]]>(
  'utilization.states_of',
  `select ${columns} from rollup_state where company_id = $1 and equipment_id = any($2::bigint[])`,
  (rows) => new Map(rows.map((row) => [row.equipmentId, row])),
)

/** Returns up to `limit` machines that have evidence but no build state, by id, with their first evidence (epoch ms). */
export async function machinesWithoutRollups(
  ctx: Ctx,
  limit: number,
): Promise<{ equipmentId: number; beganAt: number }[]> {
  return ctx.tx.prepared(
    {
      name: 'utilization.unborn',
      text: `select equipment_id as "equipmentId", began_at as "beganAt" from machine_state m
        where company_id = $1 and began_at is not null and not exists
          (select from rollup_state s where s.company_id = m.company_id and s.equipment_id = m.equipment_id)
        order by equipment_id limit $2`,
    },
    [ctx.companyId, limit],
  )
}

/**
 * Returns up to `limit` machines, by id, with something to build: dirty spans, missing rows of weeks or stops, or another last
 * target than `target` (epoch ms).
 */
export const machinesToBuild = companyRead<{ equipmentId: number }, number[], [target: number, limit: number]>(
  'utilization.machines_to_build',
  `select s.equipment_id from rollup_state s where s.company_id = $1 and (s.looked_to <> $2 or not s.has_weeks or not s.has_stops
          or exists (select from rollup_dirty d where d.company_id = $1 and d.equipment_id = s.equipment_id))
        order by s.equipment_id limit $3`,
  (rows) => rows.map((row) => row.equipmentId),
)

/** Creates the build states of machines, with an empty range at `from` (epoch ms). Leaves the state of a machine that has one. */
export async function createStates(
  ctx: Ctx,
  states: readonly { equipmentId: number; from: number; zone: string }[],
): Promise<void> {
  if (states.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'utilization.create_states',
      text: `insert into rollup_state (company_id, equipment_id, built_from, built_to, looked_to, zone, has_stops)
        select $1::bigint, id, at, at, 0, zone, true from unnest($2::bigint[], $3::bigint[], $4::text[]) as s (id, at, zone)
        order by id on conflict do nothing`,
    },
    [
      ctx.companyId,
      numberArray(states.map((state) => state.equipmentId)),
      numberArray(states.map((state) => state.from)),
      textArray(states.map((state) => state.zone)),
    ],
  )
}

/**
 * Stores the states of machines after a build; `hasWeeks` and `hasStops` are always stored as true, as every build writes both.
 */
export async function saveStates(ctx: Ctx, states: readonly RollupState[]): Promise<void> {
  if (states.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'utilization.save_states',
      text: `update rollup_state s set built_from = n.built_from, built_to = n.built_to, looked_to = n.looked_to, zone = n.zone, has_weeks = true, has_stops = true
        from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
          as n (equipment_id, built_from, built_to, looked_to, zone)
        where s.company_id = $1 and s.equipment_id = n.equipment_id`,
    },
    [
      ctx.companyId,
      numberArray(states.map((state) => state.equipmentId)),
      numberArray(states.map((state) => state.builtFrom)),
      numberArray(states.map((state) => state.builtTo)),
      numberArray(states.map((state) => state.lookedTo)),
      textArray(states.map((state) => state.zone)),
    ],
  )
}

/**
 * Returns the latest instant (epoch ms) up to which rollups of any machine of the company are built; null: no machine
 * has a state.
 */
export const latestBuilt = companyRead<{ latest: number | null }, number | null>(
  'utilization.latest_built',
  'select max(built_to) as latest from rollup_state where company_id = $1',
  ([row]) => row?.latest ?? null,
)

/** Returns the dirty spans of machines that touch a period, not clipped, in no order; they may overlap. */
export async function dirtySpans(ctx: Ctx, equipmentIds: readonly number[], { from, to }: Range): Promise<DirtySpan[]> {
  return ctx.tx.prepared<DirtySpan>(
    {
      name: 'utilization.dirty_spans',
      text: `select rollup_dirty_id as id, equipment_id as "equipmentId", started_at as "from", ended_at as "to" from rollup_dirty
        where company_id = $1 and equipment_id = any($2::bigint[]) and started_at < $4 and ended_at > $3`,
    },
    [ctx.companyId, numberArray(equipmentIds), from, to],
  )
}

/**
 * Marks the rollups of spans as dirty, so that they are not read until they are built again. Call it in the transaction that
 * changes the data. Does nothing without spans.
 */
export async function markDirty(ctx: Ctx, spans: readonly Span[]): Promise<void> {
  if (spans.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'utilization.mark_dirty',
      text: `insert into rollup_dirty (company_id, equipment_id, started_at, ended_at)
        select $1::bigint, * from unnest($2::bigint[], $3::bigint[], $4::bigint[])`,
    },
    [ctx.companyId, ...spanArrays(spans)],
  )
}

export async function removeDirty(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'utilization.remove_dirty',
      text: 'delete from rollup_dirty where company_id = $1 and rollup_dirty_id = any($2::bigint[])',
    },
    [ctx.companyId, numberArray(ids)],
  )
}
