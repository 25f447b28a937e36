import { type Failure, placeAnnotations } from '@millwatch/domain/stops'
import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { annotationsOver, stopsIn } from './queries.ts'
import { allReasons } from './queries-reasons.ts'

/**
 * Returns the failures of machines that touch a period (epoch ms), by machine id, in order of time: stops whose reason is marked
 * as a failure now, and that are not ignored. The lists may contain failures near the period too, which `reliabilityOf` leaves
 * out. Machines without failures are absent; an empty period has none.
 */
export async function failuresOver(
  ctx: Ctx,
  equipmentIds: readonly number[],
  { from, to }: Range,
): Promise<ReadonlyMap<number, readonly Failure[]>> {
  const reasons = await allReasons(ctx)
  const marked = new Set(reasons.filter(({ failure }) => failure).map(({ reasonId }) => reasonId))
  if (marked.size === 0 || from >= to) return new Map()
  const annotations = await annotationsOver(ctx, equipmentIds, from, to)
  const stops = Map.groupBy(await stopsIn(ctx, annotations), (stop) => stop.equipmentId)
  const byMachine = Map.groupBy(annotations, (annotation) => annotation.equipmentId)
  return new Map(
    [...byMachine].flatMap(([id, written]) => {
      const { onStops } = placeAnnotations(written, stops.get(id) ?? [], () => '')
      const failures = (stops.get(id) ?? []).filter(({ startedAt }) => {
        const note = onStops.get(startedAt)
        return note !== undefined && !note.ignored && note.reasonId !== null && marked.has(note.reasonId)
      })
      return failures.length === 0 ? [] : [[id, failures] as const]
    }),
  )
}
