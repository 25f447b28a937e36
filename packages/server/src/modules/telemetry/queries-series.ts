import { compareEvents, type EventKey } from '@millwatch/domain/telemetry'
import { DAY_MS } from '@millwatch/domain/time'
import { CompiledQuery } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { BELOW_INSTANT, COUNT_FOLLOWS, FOLLOWS_FROM, READING, type SeriesPoint, takePoints } from './series-bytes.ts'

interface Period {
  readonly from: number
  readonly to: number
}

/** Greatest length of a window in ms: instants within it fit the 30 bits of a packed point. */
const LONGEST_WINDOW_MS = 7 * DAY_MS
/**
 * Most points that are read at once: about 10 MB of text. A machine that makes a cycle every three seconds has as many in a week;
 * devices may send hundreds of times more.
 */
const MOST_POINTS = 200_000

/**
 * SQL of the first double of a point, whose form `takePoints` reads. It uses few functions and concatenations, as a week of short
 * cycles has 60,000 points; a line segment makes four doubles at once.
 */
const head = `((occurred_at - $3) * ${BELOW_INSTANT} + case when kind = 1 and is_primary
    then case when number < ${FOLLOWS_FROM} then number * 16 else ${COUNT_FOLLOWS} end + marks * 2 + (cycle_ms is not null)::int
    else ${READING} end)::float8`
const segment = `lseg_send(lseg(point(${head}, coalesce(cycle_ms, derived_ms, 'NaN'::float8)),
    point(coalesce(temperature_1, 'NaN'), coalesce(analog_in_1, 'NaN'))))`
const pointBytes = (start: string) =>
  `case when number >= ${FOLLOWS_FROM} and kind = 1 and is_primary then ${start} || float8send(number::float8) else ${start} end`
/**
 * SQL of the condition that an event is a cycle or reading of a machine after a place (`$3`, `$5`) and before an instant (`$4`).
 */
const after = `company_id = $1 and equipment_id = $2 and occurred_at >= $3 and (occurred_at, event_no) > ($3, $5)
  and occurred_at < $4 and kind in (1, 2)`
// Planned for its own instants each time: the plan for any is slower by a third.
const pointsOf = (bytes: string) =>
  `select encode(string_agg(${bytes}, ''::bytea), 'base64') as points, count(*) as count
  from (select * from event where ${after} order by occurred_at, event_no limit $6) e`
const pointsOfOneDevice = pointsOf(pointBytes(segment))
const pointsOfDevices = pointsOf(pointBytes(`${segment} || int8send(device_id)`))

/**
 * Machine of a series. `onlyDevice` is the device if only one was ever on the machine, and points are then read without their
 * device; null: several were.
 */
interface SeriesOf {
  readonly equipmentId: number
  readonly onlyDevice: number | null
}

/**
 * Place in the order of the events of a machine, by instant (epoch ms) and number. Many events may have one instant, and a read
 * may end between them. A number of 0 stands before all events of its instant.
 */
interface Place {
  readonly at: number
  readonly eventNo: number
}

/** Points that were read at once, packed and as base64; null: there are none. */
interface PackedPoints {
  readonly points: string | null
  readonly count: number
}

/**
 * Calls `take` with every cycle and reading of a machine in `[from, to)` (epoch ms), in no particular order. The point object is
 * reused, so `take` must copy the values that it needs later. A cycle of a device that is not primary is passed as a reading. At
 * most `mostPoints` points are read at once, and as many again while these are taken.
 */
export async function eachSeriesPoint(
  ctx: Ctx,
  { equipmentId, onlyDevice }: SeriesOf,
  { from, to }: Period,
  take: (point: SeriesPoint) => void,
  mostPoints = MOST_POINTS,
): Promise<void> {
  const windowMs = Math.min(Math.max((to - from) / 3, DAY_MS), LONGEST_WINDOW_MS)
  const text = onlyDevice === null ? pointsOfDevices : pointsOfOneDevice
  const endOf = (start: Place) => Math.min(to, Math.ceil(start.at + windowMs))
  const ask = (start: Place | null) =>
    askAhead(ctx, text, start && [equipmentId, start.at, endOf(start), start.eventNo, mostPoints])
  const firstIn = async (period: Period) => {
    const at = await firstPointAt(ctx, equipmentId, period)
    return at === null ? null : { at, eventNo: 0 }
  }
  // Time without events is skipped, however long it is.
  let start: Place | null = await firstIn({ from, to })
  let pending = ask(start)
  while (start !== null && start.at < to) {
    const end = endOf(start)
    const { points, count } = await pending
    let next: Place | null = { at: end, eventNo: 0 }
    if (count === 0) next = await firstIn({ from: end, to })
    if (count >= mostPoints) next = await lastPlace(ctx, [equipmentId, start.at, end, start.eventNo, mostPoints])
    // The next window is read while these points are taken.
    pending = ask(next)
    if (points) takePoints(Buffer.from(points, 'base64'), { start: start.at, onlyDevice }, take)
    start = next
  }
}

const NO_POINTS: PackedPoints = { points: null, count: 0 }

type WindowParams = [equipmentId: number, from: number, to: number, eventNo: number, most: number]

function askAhead(ctx: Ctx, text: string, params: WindowParams | null): Promise<PackedPoints> {
  if (params === null || params[1] >= params[2]) return Promise.resolve(NO_POINTS)
  const query = CompiledQuery.raw(text, [ctx.companyId, ...params])
  const window = ctx.tx.db.executeQuery<PackedPoints>(query).then(({ rows }) => rows[0] ?? NO_POINTS)
  // The caller that awaits it gets the error; there may be none left.
  window.catch(() => undefined)
  return window
}

/** Returns the place of the last point that a window with as many points as it may have holds; null if it holds fewer. */
async function lastPlace(ctx: Ctx, params: WindowParams): Promise<Place | null> {
  const text = `select occurred_at as at, event_no as "eventNo" from event where ${after}
    order by occurred_at, event_no offset $6 - 1 limit 1`
  const { rows } = await ctx.tx.db.executeQuery<Place>(CompiledQuery.raw(text, [ctx.companyId, ...params]))
  return rows[0] ?? null
}

/** Returns the instant (epoch ms) of the first cycle or reading in `[from, to)`; null when there is none. */
async function firstPointAt(ctx: Ctx, equipmentId: number, { from, to }: Period): Promise<number | null> {
  const [row] = await ctx.tx.prepared<{ at: number }>(
    {
      name: 'telemetry.first_point',
      text: `select occurred_at as at from event where company_id = $1 and equipment_id = $2 and occurred_at >= $3
        and occurred_at < $4 and kind in (1, 2) order by occurred_at limit 1`,
    },
    [ctx.companyId, equipmentId, from, to],
  )
  return row?.at ?? null
}

/** Cycle or reading of a machine as stored. `occurredAt` is epoch ms; `cycleMs` is ms, null if the device sent no cycle time. */
export interface SeriesRow {
  readonly occurredAt: number
  readonly deviceId: number
  /** Kind: 1 cycle of the primary device, 2 reading. */
  readonly kind: 1 | 2
  readonly number: number
  readonly marks: number
  readonly cycleMs: number | null
  readonly temperature1: number | null
  readonly analogIn1: number | null
}

/**
 * Returns the first `atLeast` cycles and readings of a machine in `[from, to)` (epoch ms), in the order of events, and all others
 * at the last instant of these. A cycle of a device that is not primary is returned as a reading, and left out if it has no
 * value. `next` is the start of the next page; null: this was the last.
 */
export async function seriesPage(
  ctx: Ctx,
  equipmentId: number,
  { from, to }: Period,
  atLeast: number,
): Promise<{ rows: SeriesRow[]; next: number | null }> {
  const rows = await ctx.tx.prepared<SeriesRow & { batchId: string; position: number }>(
    {
      name: 'telemetry.series_page',
      text: `select occurred_at as "occurredAt", device_id as "deviceId", case when kind = 1 and is_primary then 1 else 2 end as kind,
          case when kind = 1 and is_primary then number else 0 end as number, marks,
          case when kind = 1 and is_primary then cycle_ms end as "cycleMs", temperature_1 as "temperature1", analog_in_1 as "analogIn1",
          batch_id as "batchId", position
        from event where company_id = $1 and equipment_id = $2 and occurred_at >= $3 and occurred_at < $4
          and (kind = 2 or (kind = 1 and (is_primary or temperature_1 is not null or analog_in_1 is not null)))
        order by occurred_at fetch first $5 rows with ties`,
    },
    [ctx.companyId, equipmentId, from, to, atLeast],
  )
  const last = rows.at(-1)
  const next = last === undefined || rows.length < atLeast || last.occurredAt + 1 >= to ? null : last.occurredAt + 1
  return { rows: rows.sort((a, b) => compareEvents(keyOf(a), keyOf(b))), next }
}

const keyOf = (row: { occurredAt: number; batchId: string; position: number }) => ({
  at: row.occurredAt,
  batchId: row.batchId,
  position: row.position,
})

/**
 * Returns the device and the marks of the stored event with this time, batch and position on a machine; undefined when
 * there is none.
 */
export async function placeOfEvent(
  ctx: Ctx,
  equipmentId: number,
  { at, batchId, position }: EventKey,
): Promise<{ marks: number; deviceId: number } | undefined> {
  const [row] = await ctx.tx.prepared<{ marks: number; deviceId: number }>(
    {
      name: 'telemetry.place_of_event',
      text: `select marks, device_id as "deviceId" from event
        where company_id = $1 and equipment_id = $2 and occurred_at = $3 and batch_id = $4 and position = $5 limit 1`,
    },
    [ctx.companyId, equipmentId, at, batchId, position],
  )
  return row
}
