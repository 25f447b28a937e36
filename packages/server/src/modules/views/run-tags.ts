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

/** Returns the tag names of each bucket; `time` and `ended_at` are epoch seconds. */
export function tagsOfBuckets(
  { time, ended_at }: { readonly time: readonly number[]; readonly ended_at: readonly number[] },
  runs: readonly RunRow[],
  now: number,
): string[][] {
  return time.map((from, i) =>
    tagsTouching(runs, { from: from * 1000, to: (ended_at[i] ?? from) * 1000 }, now).map((tag) => tag.name),
  )
}
