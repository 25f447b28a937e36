import { byteaArray, numberArray } from '../../platform/db/arrays.ts'
import type { Database, Tx } from '../../platform/db/index.ts'
import { databaseRun } from '../../platform/db/statements.ts'

/**
 * Counter of attempts to read: `key`, a keyed hash that names it, and the time window that begins at `windowAt` (epoch ms) and
 * lasts `windowMs`. `mark`: keyed hash that names a mark, which is set or not, to be read with the counter; absent: none.
 */
export interface Tally {
  readonly key: Buffer
  readonly windowAt: number
  readonly windowMs: number
  readonly mark?: Buffer
}

export interface Counted {
  /** Attempts in this window, including the one just counted. */
  readonly count: number
  /** Attempts in the window before. */
  readonly before: number
  /** True when the mark of the tally is set and ends after now; false without a mark. */
  readonly isMarked: boolean
}

const count = {
  name: 'directory_attempt_count',
  // In the order of keys, so that two transactions that count the same keys do not deadlock.
  text: `with asked as (
      select * from unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::bytea[]) with ordinality
        as a (key, window_at, window_ms, mark, place)
    ), counted as (
      insert into attempt (key, window_at, count) select key, window_at, 1 from asked order by key
      on conflict (key, window_at) do update set count = attempt.count + 1
      returning key, count
    )
    select counted.count, coalesce(earlier.count, 0) as before,
      exists (select from attempt m where m.key = asked.mark and m.window_at > $5) as "isMarked"
    from asked join counted using (key)
      left join attempt earlier on earlier.key = asked.key and earlier.window_at = asked.window_at - asked.window_ms
    order by asked.place`,
}

/**
 * Adds one attempt to each counter, for all servers together, and returns the counts in the order of the tallies. Call it before
 * the result is known, so that parallel attempts all count.
 */
export async function countAttempt(database: Database, tallies: readonly Tally[], now: number): Promise<Counted[]> {
  return database.inDirectory((tx) =>
    tx.prepared<Counted>(count, [
      byteaArray(tallies.map((tally) => tally.key)),
      numberArray(tallies.map((tally) => tally.windowAt)),
      numberArray(tallies.map((tally) => tally.windowMs)),
      byteaArray(tallies.map((tally) => tally.mark ?? null)),
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
const setMarks = {
  name: 'directory_attempt_mark',
  text: `insert into attempt (key, window_at, count) select key, $2, 0 from unnest($1::bytea[]) as m (key) order by key
    on conflict do nothing`,
}

/** Keys of the marks to set together, and their end (epoch ms). */
export interface Marks {
  readonly keys: readonly Buffer[]
  readonly until: number
}

/** Subtracts one attempt from each counter (never below 0), and sets the marks, if any. */
export async function forgiveAttempt(database: Database, tallies: readonly Tally[], marks?: Marks): Promise<void> {
  await database.inDirectory(async (tx) => {
    const keys = byteaArray(tallies.map((tally) => tally.key))
    await tx.prepared(giveBack, [keys, numberArray(tallies.map((tally) => tally.windowAt))])
    if (marks) await tx.prepared(setMarks, [byteaArray(marks.keys), marks.until])
  })
}

const clear = { name: 'directory_attempt_clear', text: 'delete from attempt where key = any($1::bytea[])' }

/** Deletes all counters with these keys, in all windows, and sets the marks. */
export async function clearAttempts(tx: Tx, keys: readonly Buffer[], marks: Marks): Promise<void> {
  await tx.prepared(clear, [byteaArray(keys)])
  await tx.prepared(setMarks, [byteaArray(marks.keys), marks.until])
}

/** Deletes counters whose windows began before `before` (epoch ms), and marks that ended before it. */
export const deleteAttemptsBefore = databaseRun<[before: number]>(
  'directory_attempt_purge',
  'delete from attempt where window_at < $1',
)
