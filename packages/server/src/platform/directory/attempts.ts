import { byteaArray, numberArray } from '../db/arrays.ts'
import type { Database, Tx } from '../db/index.ts'

/** What is counted: a keyed hash of it, in the window of time that begins at `windowAt` (ms) and is `windowMs` long. */
export interface Tally {
  readonly key: Buffer
  readonly windowAt: number
  readonly windowMs: number
}

export interface Counted {
  /** In this window, the one just counted included; */
  readonly count: number
  /** and in the window before. */
  readonly before: number
  readonly isMarked: boolean
}

const count = {
  name: 'directory_attempt_count',
  // In the order of keys, so that two who count the same things do not wait for each other crosswise.
  text: `with asked as (
      select * from unnest($1::bytea[], $2::bigint[], $3::bigint[]) with ordinality as a (key, window_at, window_ms, place)
    ), counted as (
      insert into attempt (key, window_at, count) select key, window_at, 1 from asked order by key
      on conflict (key, window_at) do update set count = attempt.count + 1
      returning key, count
    )
    select counted.count, coalesce(earlier.count, 0) as before,
      exists (select from attempt m where m.key = $4 and m.window_at > $5) as "isMarked"
    from asked join counted using (key)
      left join attempt earlier on earlier.key = asked.key and earlier.window_at = asked.window_at - asked.window_ms
    order by asked.place`,
}

/**
 * Counts one attempt under each tally, by all servers together, before it is known how it ends: so many at once count as so many.
 * Also says whether `mark` was set and stands at `now`.
 */
export async function countAttempt(
  database: Database,
  tallies: readonly Tally[],
  mark: Buffer,
  now: number,
): Promise<Counted[]> {
  return database.inDirectory((tx) =>
    tx.prepared<Counted>(count, [
      byteaArray(tallies.map((one) => one.key)),
      numberArray(tallies.map((one) => one.windowAt)),
      numberArray(tallies.map((one) => one.windowMs)),
      mark,
      now,
    ]),
  )
}

const giveBack = {
  name: 'directory_attempt_give_back',
  text: `with mine as (
      select key, window_at from attempt
      where (key, window_at) in (select * from unnest($1::bytea[], $2::bigint[])) order by key for update
    )
    update attempt set count = greatest(attempt.count - 1, 0) from mine
    where attempt.key = mine.key and attempt.window_at = mine.window_at`,
}
const setMark = {
  name: 'directory_attempt_mark',
  text: 'insert into attempt (key, window_at, count) values ($1, $2, 0) on conflict do nothing',
}

/** What was counted was no failure: takes it back, and sets the mark until then. */
export async function forgiveAttempt(
  database: Database,
  tallies: readonly Tally[],
  mark: Buffer,
  until: number,
): Promise<void> {
  await database.inDirectory(async (tx) => {
    const keys = byteaArray(tallies.map((one) => one.key))
    await tx.prepared(giveBack, [keys, numberArray(tallies.map((one) => one.windowAt))])
    await tx.prepared(setMark, [mark, until])
  })
}

const clear = { name: 'directory_attempt_clear', text: 'delete from attempt where key = any($1::bytea[])' }

/** Forgets all that was counted under these keys, and sets the mark until then. */
export async function clearAttempts(tx: Tx, keys: readonly Buffer[], mark: Buffer, until: number): Promise<void> {
  await tx.prepared(clear, [byteaArray(keys)])
  await tx.prepared(setMark, [mark, until])
}

const purge = { name: 'directory_attempt_purge', text: 'delete from attempt where window_at < $1' }

/** Forgets windows and marks that were over before `before`. */
export async function deleteAttemptsBefore(database: Database, before: number): Promise<void> {
  await database.inDirectory((tx) => tx.prepared(purge, [before]))
}
