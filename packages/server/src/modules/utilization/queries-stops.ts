import { DAY_MS, type Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { booleanArray, numberArray } from '../../platform/db/arrays.ts'
import { doublesIn } from '../../platform/db/packed.ts'
import { companyRead, companyRows } from '../../platform/db/statements.ts'
import { beganAt } from '../status/index.ts'
import { endedBefore, type PackedStops } from './packed-stops.ts'
import { QUARTER_MS } from './quarters.ts'
import { dirtySpans, statesOf } from './store-state.ts'
import type { ReadyStop } from './store-stops.ts'

/**
 * Instants (epoch ms) by machine id before which all ended excessive stops of a period can be read from their rows. Stops that
 * end at this instant or later must be computed from intervals. Machines without readable rows are missing.
 */
export type ReadyTo = ReadonlyMap<number, number>

/**
 * Returns by machine id the instants up to which the rows of excessive stops that end after the start of a period are built, at
 * most the end of the period. Machines whose stops have no rows yet, machines not built beyond that start, machines whose rows
 * begin after both the start and their first evidence, and machines with a dirty span near the period, are missing. Call it in
 * the snapshot in which the rows are read.
 */
export async function stopsReadyTo(ctx: Ctx, equipmentIds: readonly number[], { from, to }: Range): Promise<ReadyTo> {
  const near = { from: from - QUARTER_MS, to: to + QUARTER_MS }
  const [states, began, spans] = await Promise.all([
    statesOf(ctx, equipmentIds),
    beganAt(ctx, equipmentIds),
    dirtySpans(ctx, equipmentIds, near),
  ])
  const dirty = new Set(spans.map((span) => span.equipmentId))
  return new Map(
    [...states.values()].flatMap(({ equipmentId, hasStops, builtFrom, builtTo }) => {
      const readyTo = Math.min(builtTo, to)
      // Evidence may have come in of time before everything that is built.
      const isBuilt = hasStops && builtFrom <= Math.max(from, began.get(equipmentId) ?? from)
      return isBuilt && from < readyTo && !dirty.has(equipmentId) ? [[equipmentId, readyTo] as const] : []
    }),
  )
}

/**
 * SQL of the rows `r` of stops that ended after `$2` and before the instant of their machine: `$3` machines, `$4` their instants,
 * `$5` the latest of these.
 */
const readyRows = `unnest($3::bigint[], $4::bigint[]) as m (id, ready_to)
  join rollup_stop r on r.company_id = $1 and r.equipment_id = m.id and r.ended_at > $2 and r.ended_at < m.ready_to and r.ended_at < $5`

const valuesOf = (ctx: Ctx, from: number, readyTo: ReadyTo): unknown[] => [
  ctx.companyId,
  from,
  numberArray([...readyTo.keys()]),
  numberArray([...readyTo.values()]),
  [...readyTo.values()].reduce((latest, at) => Math.max(latest, at), from),
]

/** SQL of stops `r` as `PackedStops`, by start, then by machine. Rows of values would take several times as long to read. */
const inOrder = `encode(string_agg(lseg_send(lseg(point(r.status_interval_id, r.started_at), point(r.ended_at, r.scheduled_ms)))
    || float8send(r.equipment_id::float8), ''::bytea order by r.started_at, r.equipment_id), 'base64') as stops`

type Window = [equipmentIds: readonly number[], from: number, to: number]

/** Returns the stops of all machines of the company that began in `[from, to)` (epoch ms), by start, then by machine. */
const stopsOfAll = companyRead<{ stops: string | null }, PackedStops, [from: number, to: number]>(
  'utilization.stops_of_all',
  `select ${inOrder} from rollup_stop r where r.company_id = $1 and r.started_at >= $2 and r.started_at < $3`,
  ([row]) => doublesIn(row?.stops ?? null),
)

/**
 * Returns the stops of few machines that began in `[from, to)` (epoch ms), by start, then by machine. It reads those that ended
 * in that range and the next one of each machine, as at most one of them ends later.
 */
const stopsOfFew = companyRead<{ stops: string | null }, PackedStops, Window>(
  'utilization.stops_of_few',
  `select ${inOrder} from unnest($2::bigint[]) as machine (id) cross join lateral (
      (select * from rollup_stop where company_id = $1 and equipment_id = machine.id and ended_at > $3 and ended_at <= $4)
      union all
      (select * from rollup_stop where company_id = $1 and equipment_id = machine.id and ended_at > $4 order by ended_at limit 1)
    ) as r where r.started_at >= $3 and r.started_at < $4`,
  ([row]) => doublesIn(row?.stops ?? null),
)

/**
 * Returns for each machine the stop that began before `at` (epoch ms) and ended after it. It can only be the first stop that ends
 * after `at`, as stops of a machine do not overlap.
 */
const firstStopsAfter = companyRows<ReadyStop, [equipmentIds: readonly number[], at: number]>(
  'utilization.first_stops_after',
  `select r.equipment_id, r.status_interval_id as interval_id, r.started_at, r.ended_at, r.scheduled_ms
    from unnest($2::bigint[]) as machine (id) cross join lateral (
      select * from rollup_stop where company_id = $1 and equipment_id = machine.id and ended_at > $3 order by ended_at limit 1) as r
    where r.started_at < $3`,
)

/**
 * Returns the stops that began before `from` (epoch ms) and ended after it, before the instant of their machine in `readyTo`; in
 * no order.
 */
export async function readyStopsAcross(ctx: Ctx, from: number, readyTo: ReadyTo): Promise<ReadyStop[]> {
  if (readyTo.size === 0) return []
  const stops = await firstStopsAfter(ctx, [...readyTo.keys()], from)
  return stops.filter((stop) => stop.endedAt < (readyTo.get(stop.equipmentId) ?? 0))
}

/** Returns the number of machines of the company that have a build state. */
const machinesBuilt = companyRead<{ machines: number }, number>(
  'utilization.machines_built',
  'select count(*) as machines from rollup_state where company_id = $1',
  ([row]) => row?.machines ?? 0,
)

const firstStart = companyRead<{ at: number | null }, number | null, [from: number]>(
  'utilization.first_stop_start',
  'select min(started_at) as at from rollup_stop where company_id = $1 and started_at >= $2',
  ([row]) => row?.at ?? null,
)

/**
 * Share of the machines of a company above which the stops of all machines are read in stored order, and those of other machines
 * left out.
 */
const MANY = 1 / 3
/**
 * Number of days, of all machines together, whose stops are read at once: some ten thousand stops. The next ones are read
 * meanwhile.
 */
const DAYS_AT_ONCE = 10_000

/**
 * Yields the stops that began at `from` (epoch ms) or later and ended before the instant of their machine in `readyTo`, packed,
 * by start, then by machine, some at a time.
 */
export async function* readyStops(ctx: Ctx, from: number, readyTo: ReadyTo): AsyncGenerator<PackedStops> {
  const ids = [...readyTo.keys()]
  if (ids.length === 0) return
  // A period may begin long before the plant: reading starts where the company has stops.
  const first = await firstStart(ctx, from)
  if (first === null) return
  const end = [...readyTo.values()].reduce((latest, at) => Math.max(latest, at), from)
  const isMany = ids.length > MANY * (await machinesBuilt(ctx))
  const length = Math.ceil((DAYS_AT_ONCE / ids.length) * DAY_MS)
  const read = (start: number): Promise<PackedStops> => {
    const to = Math.min(end, start + length)
    const reading = isMany ? stopsOfAll(ctx, start, to) : stopsOfFew(ctx, ids, start, to)
    // The caller that awaits it gets the error; there may be none left.
    reading.catch(() => undefined)
    return reading
  }
  if (first >= end) return
  let pending = read(first)
  for (let start = first; start < end; start += length) {
    const stops = await pending
    // The next stops are read while these are taken.
    if (start + length < end) pending = read(start + length)
    yield endedBefore(stops, readyTo)
  }
}

/** Reason (null: none) of the stop that begins on a machine at `startedAt` (epoch ms), and the mark that it is ignored. */
export interface StopMark {
  readonly equipmentId: number
  readonly startedAt: number
  readonly reasonId: number | null
  readonly ignored: boolean
}

/** Number of stops of one machine with one reason (null: none), and the sum of their scheduled time, ms. */
export interface ReadySum {
  readonly equipmentId: number
  readonly reasonId: number | null
  readonly stops: number
  readonly ms: number
}

/**
 * Returns the sums of the stops that ended after `from` (epoch ms) and before the instant of their machine in `readyTo`, by
 * machine and by the reason in `marks` (null: none). Stops marked as ignored are left out.
 */
export async function readyStopSums(
  ctx: Ctx,
  from: number,
  readyTo: ReadyTo,
  marks: readonly StopMark[],
): Promise<ReadySum[]> {
  const withMarks = new Set(marks.map((mark) => mark.equipmentId))
  const part = (isMarked: boolean): ReadyTo => new Map([...readyTo].filter(([id]) => withMarks.has(id) === isMarked))
  return [...(await sumsWithMarks(ctx, from, part(true), marks)), ...(await sumsWithoutMarks(ctx, from, part(false)))]
}

async function sumsWithMarks(
  ctx: Ctx,
  from: number,
  readyTo: ReadyTo,
  marks: readonly StopMark[],
): Promise<ReadySum[]> {
  if (readyTo.size === 0) return []
  return ctx.tx.prepared<ReadySum>(
    {
      name: 'utilization.ready_stop_sums',
      text: `select r.equipment_id as "equipmentId", mark.reason_id as "reasonId", count(*) as stops, sum(r.scheduled_ms)::bigint as ms
        from ${readyRows}
        left join unnest($6::bigint[], $7::bigint[], $8::bigint[], $9::boolean[]) as mark (equipment_id, started_at, reason_id, ignored)
          on mark.equipment_id = r.equipment_id and mark.started_at = r.started_at
        where mark.ignored is not true group by 1, 2 order by 1, min(r.ended_at)`,
    },
    [
      ...valuesOf(ctx, from, readyTo),
      numberArray(marks.map((mark) => mark.equipmentId)),
      numberArray(marks.map((mark) => mark.startedAt)),
      numberArray(marks.map((mark) => mark.reasonId)),
      booleanArray(marks.map((mark) => mark.ignored)),
    ],
  )
}

/**
 * Returns number and scheduled time (ms) of the stops of each machine, which it adds up machine by machine, as this takes half of
 * the time of one grouping. Omits machines without stops.
 */
const sumsOfMachines = companyRows<
  Omit<ReadySum, 'reasonId'>,
  [from: number, equipmentIds: readonly number[], readyTo: readonly number[]]
>(
  'utilization.sums_of_machines',
  `select m.id as equipment_id, sums.stops, sums.ms from unnest($3::bigint[], $4::bigint[]) as m (id, ready_to) cross join lateral (
      select count(*) as stops, sum(r.scheduled_ms)::bigint as ms from rollup_stop r
      where r.company_id = $1 and r.equipment_id = m.id and r.ended_at > $2 and r.ended_at < m.ready_to) as sums
    where sums.stops > 0`,
)

async function sumsWithoutMarks(ctx: Ctx, from: number, readyTo: ReadyTo): Promise<ReadySum[]> {
  if (readyTo.size === 0) return []
  const sums = await sumsOfMachines(ctx, from, [...readyTo.keys()], [...readyTo.values()])
  return sums.map((sum) => ({ ...sum, reasonId: null }))
}
