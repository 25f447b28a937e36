import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { booleanArray, numberArray } from '../../platform/db/arrays.ts'
import { doublesIn } from '../../platform/db/packed.ts'
import { beganAt } from '../status/index.ts'
import { QUARTER_MS } from './ranges.ts'
import { dirtySpans, statesOf } from './store-state.ts'
import type { ReadyStop } from './store-stops.ts'

/**
 * Instants (epoch ms) by machine id before which all excessive stops of a period that have ended can be read from their rows.
 * Stops that end at this instant or later have to be computed from intervals. Omits machines of which all have to be.
 */
export type ReadyTo = ReadonlyMap<number, number>

/**
 * Returns up to when the rows of excessive stops that end after the start of a period are built and not dirty, at most up to
 * its end. Call it in the snapshot in which the rows are read.
 */
export async function stopsReadyTo(ctx: Ctx, equipmentIds: readonly number[], { from, to }: Range): Promise<ReadyTo> {
  const states = await statesOf(ctx, equipmentIds)
  const near = { from: from - QUARTER_MS, to: to + QUARTER_MS }
  const began = await beganAt(ctx, equipmentIds)
  const dirty = new Set((await dirtySpans(ctx, equipmentIds, near)).map((span) => span.equipmentId))
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
 * Returns SQL of the rows `r` of stops that ended after `$2` and before the instant of their machine: `$3` machines, `$4` their
 * instants.
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

/** Number of doubles of a packed stop. */
const DOUBLES = 5

/**
 * Calls `take` with each stop that ended after `from` (epoch ms) and before the instant of its machine, by start, then by
 * machine. The stop object is reused, so `take` must copy what it keeps.
 */
export async function eachReadyStop(
  ctx: Ctx,
  from: number,
  readyTo: ReadyTo,
  take: (stop: ReadyStop) => void,
): Promise<void> {
  if (readyTo.size === 0) return
  const [row] = await ctx.tx.prepared<{ stops: string | null }>(
    {
      name: 'utilization.ready_stops',
      // Packed: rows of values take several times as long to read.
      text: `select encode(string_agg(lseg_send(lseg(point(r.status_interval_id, r.started_at), point(r.ended_at, r.scheduled_ms)))
          || float8send(r.equipment_id::float8), ''::bytea order by r.started_at, r.equipment_id), 'base64') as stops
        from ${readyRows}`,
    },
    valuesOf(ctx, from, readyTo),
  )
  const doubles = doublesIn(row?.stops ?? null)
  const stop = { equipmentId: 0, intervalId: 0, startedAt: 0, endedAt: 0, scheduledMs: 0 }
  for (let i = 0; i < doubles.length; i += DOUBLES) {
    stop.intervalId = doubles[i] as number
    stop.startedAt = doubles[i + 1] as number
    stop.endedAt = doubles[i + 2] as number
    stop.scheduledMs = doubles[i + 3] as number
    stop.equipmentId = doubles[i + 4] as number
    take(stop)
  }
}

/** Reason and ignoring of the stop of a machine that starts at an instant (epoch ms). */
export interface StopMark {
  readonly equipmentId: number
  readonly startedAt: number
  readonly reasonId: number | null
  readonly ignored: boolean
}

/** Stops of one machine and reason together; `ms` is their scheduled time. */
export interface ReadySum {
  readonly equipmentId: number
  readonly reasonId: number | null
  readonly stops: number
  readonly ms: number
}

/** Returns the sums of the stops of `eachReadyStop` by machine and by the reason that was written on them, without those ignored. */
export async function readyStopSums(
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
