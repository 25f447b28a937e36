import type { RunRow } from '../runs/index.ts'

type Tag = RunRow['tags'][number]

/** The tags of the runs that touch `[from, to)`, each once, those of the earliest run first; an active run lasts up to `now`. */
export function tagsTouching(runs: readonly RunRow[], { from, to }: { from: number; to: number }, now: number): Tag[] {
  const during = runs.filter((run) => run.startedAt < to && (run.endedAt ?? now) > from)
  const inOrder = during.toSorted((a, b) => a.startedAt - b.startedAt).flatMap((run) => run.tags)
  return [...new Map(inOrder.map((tag) => [tag.id, { id: tag.id, name: tag.name }])).values()]
}

/** Names of the tags of each bucket; `time` and `ended_at` in epoch s. */
export function tagsOfBuckets(
  { time, ended_at }: { readonly time: readonly number[]; readonly ended_at: readonly number[] },
  runs: readonly RunRow[],
  now: number,
): string[][] {
  return time.map((from, i) =>
    tagsTouching(runs, { from: from * 1000, to: (ended_at[i] ?? from) * 1000 }, now).map((tag) => tag.name),
  )
}
