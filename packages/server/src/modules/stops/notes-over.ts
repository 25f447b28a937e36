import { type Annotation, placeAnnotations, type StopNote } from '@millwatch/domain/stops'
import type { Ctx } from '../../platform/ctx.ts'
import { annotationsOver, stopsIn } from './queries.ts'
import { reasonsByIds } from './queries-reasons.ts'

interface Named {
  /** Name of the reason; null: no reason was given. */
  readonly reason: string | null
}

/** Annotations of a machine: those on its present stops, and those that overlap no stop any more. */
export interface NotesOfMachine {
  /** Annotations by the start of their stop, epoch ms. */
  readonly onStops: ReadonlyMap<number, StopNote & Named>
  /** Annotations that overlap no stop any more, each with the span it was written on. */
  readonly unplaced: readonly (Annotation & Named)[]
}

/**
 * Returns the annotations of stops that touch `[from, to)` (epoch ms), by machine id, and possibly of some stops near that range;
 * omits machines without annotations. Annotations are assigned to the present stops at each read, so late data that changes stops
 * needs no update of annotations.
 */
export async function notesOver(
  ctx: Ctx,
  equipmentIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, NotesOfMachine>> {
  const annotations = await annotationsOver(ctx, equipmentIds, from, to)
  if (annotations.length === 0) return new Map()
  const stops = Map.groupBy(await stopsIn(ctx, annotations), (stop) => stop.equipmentId)
  const reasons = new Map(
    (
      await reasonsByIds(
        ctx,
        annotations.flatMap(({ reasonId }) => reasonId ?? []),
      )
    ).map((reason) => [reason.reasonId, reason.name]),
  )
  const nameOf = (id: number) => reasons.get(id) ?? ''
  const named = <T extends { readonly reasonId: number | null }>(annotation: T): T & Named => ({
    ...annotation,
    reason: annotation.reasonId === null ? null : nameOf(annotation.reasonId),
  })
  const notes = new Map<number, NotesOfMachine>()
  for (const [equipmentId, written] of Map.groupBy(annotations, (annotation) => annotation.equipmentId)) {
    const { onStops, unplaced } = placeAnnotations(written, stops.get(equipmentId) ?? [], nameOf)
    notes.set(equipmentId, {
      onStops: new Map([...onStops].map(([startedAt, note]) => [startedAt, named(note)])),
      unplaced: unplaced.filter((annotation) => annotation.from < to && annotation.to > from).map(named),
    })
  }
  return notes
}
