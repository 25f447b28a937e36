import type { Range } from '../time/index.ts'

/** What somebody wrote on a stop, with the span it was written on (epoch ms): an open stop's ends at the writing. */
export interface Annotation extends Range {
  readonly id: number
  readonly reasonId: number | null
  readonly notes: string | null
  readonly ignored: boolean
}

/** A stop as it stands (epoch ms); null is "until now". */
export interface Stop {
  readonly startedAt: number
  readonly endedAt: number | null
}

/** What a stop bears, of everything that was written and lies on it now. */
export interface StopNote {
  readonly annotationIds: readonly number[]
  readonly reasonId: number | null
  readonly notes: string | null
  readonly ignored: boolean
}

export interface PlacedAnnotations {
  /** By the start of the stop; one that bears nothing is not in it. */
  readonly onStops: ReadonlyMap<number, StopNote>
  /** Those that meet no stop, ascending. */
  readonly standing: readonly Annotation[]
}

/**
 * Places what was written on the stops as they stand now: on the one that overlaps its span most, of equals the earlier;
 * where there is none it stays on its span. `stops` must hold every stop that overlaps an annotation, in any order
 * (domain, section 3).
 */
export function placeAnnotations(
  annotations: readonly Annotation[],
  stops: readonly Stop[],
  reasonName: (id: number) => string,
): PlacedAnnotations {
  const inOrder = [...stops].sort((a, b) => a.startedAt - b.startedAt)
  const byStop = new Map<number, Annotation[]>()
  const standing: Annotation[] = []
  for (const annotation of annotations) {
    const stop = stopFor(annotation, inOrder)
    if (stop === null) standing.push(annotation)
    else byStop.set(stop.startedAt, [...(byStop.get(stop.startedAt) ?? []), annotation])
  }
  const onStops = new Map([...byStop].map(([startedAt, on]) => [startedAt, together(on, reasonName)]))
  return { onStops, standing: standing.sort((a, b) => a.from - b.from || a.id - b.id) }
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

/** The reason of the longest span that has one, of equals the earlier; what others say goes to the notes. */
function together(annotations: readonly Annotation[], reasonName: (id: number) => string): StopNote {
  const inOrder = [...annotations].sort((a, b) => lengthOf(b) - lengthOf(a) || a.from - b.from || a.id - b.id)
  const reasonId = inOrder.find((one) => one.reasonId !== null)?.reasonId ?? null
  const lines = new Set<string>()
  for (const one of inOrder) {
    if (one.reasonId !== null && one.reasonId !== reasonId) lines.add(reasonName(one.reasonId))
    if (one.notes !== null) lines.add(one.notes)
  }
  return {
    annotationIds: inOrder.map(({ id }) => id),
    reasonId,
    notes: lines.size === 0 ? null : [...lines].join('\n'),
    ignored: inOrder.every(({ ignored }) => ignored),
  }
}

const lengthOf = ({ from, to }: Range): number => to - from
