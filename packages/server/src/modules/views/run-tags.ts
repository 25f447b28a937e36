import type { RunRow } from '../runs/index.ts'

type Tag = RunRow['tags'][number]

/**
 * Returns the distinct tags of the runs that touch `[from, to)`, those of the earliest run first. An active run lasts
 * up to `now`.
 */
export function tagsTouching(runs: readonly RunRow[], { from, to }: { from: number; to: number }, now: number): Tag[] {
  const during = runs.filter((run) => run.startedAt < to && (run.endedAt ?? now) > from)
  const inOrder = during.toSorted((a, b) => a.startedAt - b.startedAt).flatMap((run) => run.tags)
  return [...new Map(inOrder.map((tag) => [tag.id, { id: tag.id, name: tag.name }])).values()]
}

/** Returns the tag names of each bucket; `from` and `to` are epoch seconds. */
export function tagsOfBuckets(
  { from, to }: { readonly from: readonly number[]; readonly to: readonly number[] },
  runs: readonly RunRow[],
  now: number,
): string[][] {
  return from.map((at, i) =>
    tagsTouching(runs, { from: at * 1000, to: (to[i] ?? at) * 1000 }, now).map(({ name }) => name),
  )
}
