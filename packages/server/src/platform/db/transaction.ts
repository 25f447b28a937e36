import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../tables.ts'
import type { Statement, Tx } from '../tx.ts'
import { isAfterFailure, isConnectionLost, toAppError } from './faults.ts'

interface OpenTx extends Tx {
  close(): void
  /** Of several statements under way the first that failed says why, the others only that it did. */
  causeOf(error: unknown): unknown
}

/** Kysely on this one connection, for this one transaction: after its end nothing can slip through into the next. */
function openTx(client: pg.PoolClient, isSnapshot: boolean): OpenTx {
  let open = true
  let failure: unknown
  const answers = new Map<string, Promise<unknown>>()
  let db: Kysely<Tables> | undefined
  const usable = (): pg.PoolClient => {
    if (!open) throw new Error('This transaction has ended')
    return client
  }
  const connection = {
    query: (text: string, values: readonly unknown[]) => usable().query(text, [...values]),
    release() {
      // The transaction gives the connection back, not the query builder.
    },
  }
  return {
    get db() {
      usable()
      db ??= new Kysely<Tables>({
        dialect: new PostgresDialect({
          pool: { connect: async () => connection as never, end: async () => undefined, options: {} },
        }),
      })
      return db
    },
    async prepared<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
      try {
        const result = await usable().query({ name: statement.name, text: statement.text, values: [...values] })
        return result.rows as Row[]
      } catch (error) {
        failure ??= error
        throw error
      }
    },
    once<T>(question: string, ask: () => Promise<T>): Promise<T> {
      const known = answers.get(question) as Promise<T> | undefined
      if (known !== undefined) return known
      const answer = ask()
      if (isSnapshot) answers.set(question, answer)
      return answer
    },
    close() {
      open = false
    },
    causeOf: (error) => (isAfterFailure(error) ? (failure ?? error) : error),
  }
}

/**
 * Takes a connection and begins. An idle connection may have died unnoticed (the server was restarted): as long as
 * nothing was done, the next one is tried, and the dead one is thrown away.
 */
async function begin(pool: pg.Pool, statement: string): Promise<pg.PoolClient> {
  for (let attemptsLeft = pool.options.max ?? 10; ; attemptsLeft--) {
    const client = await pool.connect()
    try {
      await client.query(statement)
      return client
    } catch (error) {
      client.release(true)
      if (attemptsLeft <= 0 || !isConnectionLost(error)) throw error
    }
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
  if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back')
}

async function rollback(client: pg.PoolClient, cause: unknown): Promise<void> {
  if (isConnectionLost(cause)) {
    client.release(true)
    return
  }
  try {
    await client.query('rollback')
    client.release()
  } catch {
    client.release(true)
  }
}

/** Begins with `statement`, runs `work`, commits; a throw rolls back. Errors that pass by themselves become 503. */
export async function inTransaction<T>(
  pool: pg.Pool,
  statement: string,
  work: (tx: Tx) => Promise<T>,
  isSnapshot = false,
): Promise<T> {
  let client: pg.PoolClient
  try {
    client = await begin(pool, statement)
  } catch (error) {
    throw toAppError(error)
  }
  const tx = openTx(client, isSnapshot)
  try {
    const result = await work(tx)
    tx.close()
    await commit(client)
    client.release()
    return result
  } catch (error) {
    tx.close()
    const cause = tx.causeOf(error)
    await rollback(client, cause)
    throw toAppError(cause)
  }
}

/**
 * Runs a text as it is, which may begin and commit by itself; a connection on which it failed is thrown away. When that
 * one was lost the text is run again on another: it must bear to be run twice.
 */
export async function alone(pool: pg.Pool, text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }> {
  for (let attemptsLeft = pool.options.max ?? 10; ; attemptsLeft--) {
    const client = await pool.connect()
    try {
      const result = await (values === undefined ? client.query(text) : client.query(text, [...values]))
      client.release()
      return result
    } catch (error) {
      client.release(true)
      if (attemptsLeft <= 0 || !isConnectionLost(error)) throw error
    }
  }
}
