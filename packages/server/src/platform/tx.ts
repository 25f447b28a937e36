import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * `ask` answers people (statement timeout); `ingest` stores what devices say and is never behind a report; `jobs` is for
 * long work.
 */
export type PoolName = 'ask' | 'ingest' | 'jobs'

/** A statement with a name is prepared once per connection; the same name must always bear the same text. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** An open transaction. Usable until the work it was given to has ended, and refused afterwards. */
export interface Tx {
  readonly db: Kysely<Tables>
  /** Runs a prepared statement; int8 columns arrive as numbers, numeric as text. */
  prepared<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>
  /**
   * What `ask` says; in a snapshot, where nothing changes, the answer to an equal `question` is kept until its end. It may be
   * somebody else's too: nobody writes to it.
   */
  once<T>(question: string, ask: () => Promise<T>): Promise<T>
}

export interface TransactionOptions {
  /** `ask` unless given. */
  readonly pool?: PoolName
  /** Everything read is of one instant, and nothing can be written (repeatable read). */
  readonly snapshot?: boolean
}

export interface Database {
  /** Begins, limits every tenant table to the company, runs `work`, commits; rolls back when it throws. */
  inCompany<T>(companyId: number, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** A transaction in which no company is set: tenant tables are empty. For `platform/directory` only. */
  inDirectory<T>(work: (tx: Tx) => Promise<T>, options?: { pool?: PoolName }): Promise<T>
  /**
   * SQL that a library brings (the queue of jobs), as the app, by itself and in no company: tenant tables are empty. Where a
   * connection is lost on the way it may be run twice.
   */
  statement(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>
  /**
   * Hears a channel of PostgreSQL notify on a connection of its own, which comes back by itself. `onReconnect` says
   * that messages may have been missed. Resolves when the channel is heard; the result stops it.
   */
  listen(channel: string, onMessage: (payload: string) => void, onReconnect: () => void): Promise<() => Promise<void>>
  /** Whether the database answered lately, for /health. */
  isUp(): boolean
  close(): Promise<void>
}
