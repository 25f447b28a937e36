import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Connection pool: `ask` answers people (with a statement timeout), `report` their heavy questions (with one too), `ingest`
 * stores messages of devices and never waits for a report, `jobs` is for long work.
 */
export type PoolName = 'ask' | 'report' | 'ingest' | 'jobs'

/** SQL statement that is prepared once per connection under its name. The same name must always have the same text. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** Open transaction. It throws for statements after its work has ended. */
export interface Tx {
  readonly db: Kysely<Tables>
  /**
   * Runs a prepared statement. Columns arrive under their names in camelCase (`started_at` as `startedAt`); int8 columns as
   * numbers, numeric as text.
   */
  prepared<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>
  /**
   * Returns the result of `ask`. In a snapshot, `ask` runs once for each text `question`, and later calls with the same text get
   * the same result. Outside a snapshot it runs each time. Callers must not change a shared result.
   */
  once<T>(question: string, ask: () => Promise<T>): Promise<T>
  /**
   * Passes payloads to the functions registered by `listenHere`, once the transaction has committed and before its
   * caller continues.
   */
  publishHere(channel: string, payloads: readonly string[]): void
}

export interface TransactionOptions {
  /** Pool; `ask` unless given. */
  readonly pool?: PoolName
  /** True: everything read is of one instant, and nothing can be written (repeatable read). */
  readonly snapshot?: boolean
}

export interface Database {
  /**
   * Begins a transaction, limits all tenant tables to the company, runs `work` and commits; rolls back if it throws. An error
   * that passes by itself, such as a lost connection, becomes a 503.
   */
  inCompany<T>(companyId: number, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Runs a transaction without a company, in which tenant tables are empty. Outside of `platform/db`, for files named
   * `store-directory*` only.
   */
  inDirectory<T>(work: (tx: Tx) => Promise<T>, options?: { pool?: PoolName }): Promise<T>
  /**
   * Runs SQL of a library (the job queue) as the app, in no transaction of ours and without a company, so tenant tables are
   * empty. It runs again if a connection is lost, so it must be safe to run twice.
   */
  statement(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>
  /**
   * Updates the statistics by which PostgreSQL plans statements, of all tables. PostgreSQL does so itself, but up to a minute
   * after much new data, and never for a table as a whole that has partitions. Takes seconds.
   */
  analyze(): Promise<void>
  /**
   * Subscribes to a channel of PostgreSQL notify, on a connection that reconnects by itself. `onReconnect` is called
   * when messages may have been missed. Resolves when the subscription is active, to a function that ends it.
   */
  listen(channel: string, onMessage: (payload: string) => void, onReconnect: () => void): Promise<() => Promise<void>>
  /**
   * Registers a function for the payloads that transactions of this `Database` publish by `publishHere`. `onMessage` must
   * not throw. Returns a function that ends the subscription.
   */
  listenHere(channel: string, onMessage: (payload: string) => void): () => void
  /**
   * Returns true while the database answers, as seen by the connection for notifications, which probes it every 2 s. For /health.
   */
  isUp(): boolean
  close(): Promise<void>
}
