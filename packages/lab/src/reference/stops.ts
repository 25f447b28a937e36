/** Reference model of placing: it looks at every millisecond and shares no code with the rule. */
import type { Annotation, Stop } from '@millwatch/domain/stops'

export interface ReferenceNote {
  readonly reasonId: number | null
  readonly notes: string | null
  readonly ignored: boolean
}

/**
 * Returns the merged notes of the stops by their start, and the ids of annotations that overlap no stop. An annotation goes to
 * the stop it overlaps longest, the earlier of equals. Times are small whole numbers.
 */
export function referencePlacing(
  annotations: readonly Annotation[],
  stops: readonly Stop[],
  nameOf: (id: number) => string,
) {
  const home = new Map<number, number | null>()
  for (const { id, from, to } of annotations) {
    const votes = new Map<number, number>()
    for (let at = from; at < to; at++) {
      const stop = stops.find(
        (candidate) => candidate.startedAt <= at && (candidate.endedAt === null || at < candidate.endedAt),
      )
      if (stop !== undefined) votes.set(stop.startedAt, (votes.get(stop.startedAt) ?? 0) + 1)
    }
    const most = Math.max(0, ...votes.values())
    const winners = [...votes].filter(([, count]) => count === most).map(([startedAt]) => startedAt)
    home.set(id, winners.length === 0 ? null : Math.min(...winners))
  }
  const onStops = new Map<number, ReferenceNote>()
  for (const { startedAt } of stops) {
    const here = annotations.filter(({ id }) => home.get(id) === startedAt)
    if (here.length > 0) onStops.set(startedAt, mergeAll(here, nameOf))
  }
  return { onStops, standing: annotations.filter(({ id }) => home.get(id) === null).map(({ id }) => id) }
}

/**
 * Merges the annotations of a stop, the longest first: the reason is that of the first with a reason, other reasons become lines
 * of the notes, and equal lines come once. The stop is ignored only if all annotations are.
 */
function mergeAll(annotations: readonly Annotation[], nameOf: (id: number) => string): ReferenceNote {
  const left = [...annotations]
  const ranked: Annotation[] = []
  while (left.length > 0) {
    let best = 0
    for (let i = 1; i < left.length; i++) if (isBefore(left[i] as Annotation, left[best] as Annotation)) best = i
    ranked.push(...left.splice(best, 1))
  }
  let reasonId: number | null = null
  for (const annotation of ranked) if (reasonId === null) reasonId = annotation.reasonId
  const lines: string[] = []
  const say = (line: string) => lines.includes(line) || lines.push(line)
  for (const annotation of ranked) {
    if (annotation.reasonId !== null && annotation.reasonId !== reasonId) say(nameOf(annotation.reasonId))
    if (annotation.notes !== null) say(annotation.notes)
  }
  const notes = lines.length === 0 ? null : lines.join('\n')
  return { reasonId, notes, ignored: !ranked.some((annotation) => !annotation.ignored) }
}

function isBefore(a: Annotation, b: Annotation): boolean {
  const [lengthA, lengthB] = [a.to - a.from, b.to - b.from]
  if (lengthA !== lengthB) return lengthA > lengthB
  if (a.from !== b.from) return a.from < b.from
  return a.id < b.id
}
