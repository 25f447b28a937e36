import { placeOnStops } from '@millwatch/domain/stops'
import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { stopsIn } from '../stops/index.ts'
import { type PartOnSpan, partHistoryOver } from './queries-history.ts'

/**
 * Returns the rows of part history of a machine whose stop, as it was when the row was written, overlaps `[from, to)` (epoch ms),
 * but is overlapped by no present stop, because late data changed the stops. Empty for an empty range.
 */
export async function partsWithoutStop(
  ctx: Ctx,
  equipmentId: number,
  { from, to }: Range,
): Promise<readonly PartOnSpan[]> {
  const rows = to <= from ? [] : await partHistoryOver(ctx, [equipmentId], from, to)
  if (rows.length === 0) return []
  const { unplaced } = placeOnStops(rows, await stopsIn(ctx, rows))
  return unplaced.filter((row) => row.from < to && row.to > from)
}

/**
 * Part history of one machine by the start of the present stop (epoch ms) to which it is assigned; stops without part history are
 * missing.
 */
export type PartsOnStops = ReadonlyMap<number, readonly PartOnSpan[]>

/**
 * Returns the part history on stops that touch `[from, to)` (epoch ms), by machine id, and possibly some on stops near that
 * range; omits machines without part history there. Each row is assigned to the present stop that overlaps its time most, so late
 * data that changes stops needs no update; a row that overlaps none is left out.
 */
export async function partsOnStops(
  ctx: Ctx,
  equipmentIds: readonly number[],
  from: number,
  to: number,
): Promise<ReadonlyMap<number, PartsOnStops>> {
  const rows = await partHistoryOver(ctx, equipmentIds, from, to)
  if (rows.length === 0) return new Map()
  const stops = Map.groupBy(await stopsIn(ctx, rows), (stop) => stop.equipmentId)
  return new Map(
    [...Map.groupBy(rows, (row) => row.equipmentId)].map(([equipmentId, written]) => [
      equipmentId,
      placeOnStops(written, stops.get(equipmentId) ?? []).onStops,
    ]),
  )
}
