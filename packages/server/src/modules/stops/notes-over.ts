import { type Annotation, placeAnnotations, type StopNote } from '@millwatch/domain/stops'
import type { Ctx } from '../../platform/ctx.ts'
import { annotationsOver, stopsIn } from './queries.ts'
import { reasonsByIds } from './queries-reasons.ts'

interface Named {
  /** The name of the reason. */
  readonly reason: string | null
}

/** What was written, on the stops of a machine as they stand and beside them. */
export interface NotesOfMachine {
  /** By the start of the stop. */
  readonly onStops: ReadonlyMap<number, StopNote & Named>
  /** What meets no stop any more, on the span it was written on. */
  readonly standing: readonly (Annotation & Named)[]
}

/**
 * What was written on stops that touch `[from, to)`, by machine; one of which nothing was written is not in it. Placed when
 * read: it cannot lag behind a retelling, and nothing has to be done about it while telling.
 */
export async function notesOver(
  ctx: Ctx,
  equipmentIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, NotesOfMachine>> {
  const annotations = await annotationsOver(ctx, equipmentIds, from, to)
  if (annotations.length === 0) return new Map()
  const stops = Map.groupBy(await stopsIn(ctx, annotations), (one) => one.equipmentId)
  const reasons = new Map(
    (
      await reasonsByIds(
        ctx,
        annotations.flatMap(({ reasonId }) => reasonId ?? []),
      )
    ).map((one) => [one.reasonId, one.name]),
  )
  const nameOf = (id: number) => reasons.get(id) ?? ''
  const named = <T extends { readonly reasonId: number | null }>(one: T): T & Named => ({
    ...one,
    reason: one.reasonId === null ? null : nameOf(one.reasonId),
  })
  const notes = new Map<number, NotesOfMachine>()
  for (const [equipmentId, written] of Map.groupBy(annotations, (one) => one.equipmentId)) {
    const { onStops, standing } = placeAnnotations(written, stops.get(equipmentId) ?? [], nameOf)
    notes.set(equipmentId, {
      onStops: new Map([...onStops].map(([startedAt, note]) => [startedAt, named(note)])),
      standing: standing.filter((one) => one.from < to && one.to > from).map(named),
    })
  }
  return notes
}
