/** Placing by looking at every millisecond, with nothing in common with the rule it stands beside. */
import type { Annotation, Stop } from './annotations.ts'

export interface NaiveNote {
  readonly reasonId: number | null
  readonly notes: string | null
  readonly ignored: boolean
}

/** What the stops bear, by their start, and the ids of what meets none. Times are small whole numbers. */
export function naivePlacing(
  annotations: readonly Annotation[],
  stops: readonly Stop[],
  nameOf: (id: number) => string,
) {
  const home = new Map<number, number | null>()
  for (const { id, from, to } of annotations) {
    const votes = new Map<number, number>()
    for (let at = from; at < to; at++) {
      const stop = stops.find((one) => one.startedAt <= at && (one.endedAt === null || at < one.endedAt))
      if (stop !== undefined) votes.set(stop.startedAt, (votes.get(stop.startedAt) ?? 0) + 1)
    }
    const most = Math.max(0, ...votes.values())
    const winners = [...votes].filter(([, count]) => count === most).map(([startedAt]) => startedAt)
    home.set(id, winners.length === 0 ? null : Math.min(...winners))
  }
  const onStops = new Map<number, NaiveNote>()
  for (const { startedAt } of stops) {
    const here = annotations.filter(({ id }) => home.get(id) === startedAt)
    if (here.length > 0) onStops.set(startedAt, mergeAll(here, nameOf))
  }
  return { onStops, standing: annotations.filter(({ id }) => home.get(id) === null).map(({ id }) => id) }
}

/** Picks the longest left over and over, as one would by hand. */
function mergeAll(annotations: readonly Annotation[], nameOf: (id: number) => string): NaiveNote {
  const left = [...annotations]
  const ranked: Annotation[] = []
  while (left.length > 0) {
    let best = 0
    for (let i = 1; i < left.length; i++) if (isBefore(left[i] as Annotation, left[best] as Annotation)) best = i
    ranked.push(...left.splice(best, 1))
  }
  let reasonId: number | null = null
  for (const one of ranked) if (reasonId === null) reasonId = one.reasonId
  const lines: string[] = []
  const say = (line: string) => lines.includes(line) || lines.push(line)
  for (const one of ranked) {
    if (one.reasonId !== null && one.reasonId !== reasonId) say(nameOf(one.reasonId))
    if (one.notes !== null) say(one.notes)
  }
  const notes = lines.length === 0 ? null : lines.join('\n')
  return { reasonId, notes, ignored: !ranked.some((one) => !one.ignored) }
}

function isBefore(a: Annotation, b: Annotation): boolean {
  const [lengthA, lengthB] = [a.to - a.from, b.to - b.from]
  if (lengthA !== lengthB) return lengthA > lengthB
  if (a.from !== b.from) return a.from < b.from
  return a.id < b.id
}
