import type { RunRow } from '../runs/index.ts'

type Tag = RunRow['tags'][number]

/**
 * Returns the tags of the runs that overlap `[from, to)` (epoch ms), each tag once, those of the earliest run first; empty if no
 * run overlaps. An active run lasts up to `now`.
 */
export function tagsTouching(runs: readonly RunRow[], { from, to }: { from: number; to: number }, now: number): Tag[] {
  const during = runs.filter((run) => run.startedAt < to && (run.endedAt ?? now) > from)
  const inOrder = during.toSorted((a, b) => a.startedAt - b.startedAt).flatMap((run) => run.tags)
  return [...new Map(inOrder.map((tag) => [tag.id, { id: tag.id, name: tag.name }])).values()]
}

/**
 * Returns for each bucket the names of the tags of the runs that overlap it, each tag once; empty for none. `from` and `to` are
 * the starts and ends of the buckets in epoch seconds, `now` is epoch ms.
 */
export function tagsOfBuckets(
  { from, to }: { readonly from: readonly number[]; readonly to: readonly number[] },
  runs: readonly RunRow[],
  now: number,
): string[][] {
  return from.map((at, i) =>
    tagsTouching(runs, { from: at * 1000, to: (to[i] ?? at) * 1000 }, now).map(({ name }) => name),
  )
}
