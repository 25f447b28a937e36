import type { Range } from '../time/index.ts'

/**
 * Reason, notes and ignored mark that a person gave a stop, with the time `[from, to)` (epoch ms) of that stop when they were
 * written; an open stop counts up to the writing.
 */
export interface Annotation extends Range {
  readonly id: number
  readonly reasonId: number | null
  readonly notes: string | null
  readonly ignored: boolean
}

/** Stop as it is computed now (epoch ms); `endedAt` null: the stop goes on. */
export interface Stop {
  readonly startedAt: number
  readonly endedAt: number | null
}

/** Reason, notes and ignored mark of a stop, merged from all annotations that are placed on it. */
export interface StopNote {
  readonly annotationIds: readonly number[]
  readonly reasonId: number | null
  readonly notes: string | null
  readonly ignored: boolean
}

export interface PlacedAnnotations {
  /** Notes by the start of the stop; a stop without annotations is absent. */
  readonly onStops: ReadonlyMap<number, StopNote>
  /** Annotations that overlap no stop, ascending. */
  readonly unplaced: readonly Annotation[]
}

/**
 * Assigns each annotation to the current stop that overlaps its time most, of equals to the earlier one (domain, section 3),
 * and merges those of one stop: the reason of the longest annotation that has one, other reasons as lines of the notes,
 * ignored if all are. An annotation that overlaps no stop is returned in `unplaced`. `stops` are all that overlap an
 * annotation, in any order; `reasonName` gives the name of a reason.
 */
export function placeAnnotations(
  annotations: readonly Annotation[],
  stops: readonly Stop[],
  reasonName: (id: number) => string,
): PlacedAnnotations {
  const { onStops, unplaced } = placeOnStops(annotations, stops)
  return {
    onStops: new Map([...onStops].map(([startedAt, on]) => [startedAt, together(on, reasonName)])),
    unplaced: unplaced.sort((a, b) => a.from - b.from || a.id - b.id),
  }
}

/**
 * Assigns each span to the current stop that overlaps it most, of equals to the earlier one. Returns the spans by the start of
 * their stop, and those that overlap no stop, both in the order given. `stops` are all that overlap a span, in any order.
 */
export function placeOnStops<Span extends Range>(
  spans: readonly Span[],
  stops: readonly Stop[],
): { onStops: Map<number, Span[]>; unplaced: Span[] } {
  const inOrder = [...stops].sort((a, b) => a.startedAt - b.startedAt)
  const onStops = new Map<number, Span[]>()
  const unplaced: Span[] = []
  for (const span of spans) {
    const stop = stopFor(span, inOrder)
    if (stop === null) unplaced.push(span)
    else onStops.set(stop.startedAt, [...(onStops.get(stop.startedAt) ?? []), span])
  }
  return { onStops, unplaced }
}

function stopFor(span: Range, stops: readonly Stop[]): Stop | null {
  let best: Stop | null = null
  let most = 0
  for (const stop of stops) {
    const overlap = Math.min(stop.endedAt ?? span.to, span.to) - Math.max(stop.startedAt, span.from)
    if (overlap <= most) continue
    best = stop
    most = overlap
  }
  return best
}

/**
 * Returns the annotations of one stop as one note. The reason is that of the longest span with a reason, of equals the earlier.
 * The notes are the names of other reasons and all notes as lines, each once; null for none. The note is ignored only if all
 * annotations are.
 */
function together(annotations: readonly Annotation[], reasonName: (id: number) => string): StopNote {
  const inOrder = [...annotations].sort((a, b) => lengthOf(b) - lengthOf(a) || a.from - b.from || a.id - b.id)
  const reasonId = inOrder.find((annotation) => annotation.reasonId !== null)?.reasonId ?? null
  const lines = new Set<string>()
  for (const annotation of inOrder) {
    if (annotation.reasonId !== null && annotation.reasonId !== reasonId) lines.add(reasonName(annotation.reasonId))
    if (annotation.notes !== null) lines.add(annotation.notes)
  }
  return {
    annotationIds: inOrder.map(({ id }) => id),
    reasonId,
    notes: lines.size === 0 ? null : [...lines].join('\n'),
    ignored: inOrder.every(({ ignored }) => ignored),
  }
}

const lengthOf = ({ from, to }: Range): number => to - from
