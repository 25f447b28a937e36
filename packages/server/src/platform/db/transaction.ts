import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../tables.ts'
import type { Statement, Tx } from '../tx.ts'
import { camelRows } from './camel-rows.ts'
import { isAfterFailure, isConnectionLost, toAppError } from './faults.ts'

/** Function that receives the payloads of a transaction after its commit, one per call. */
type PublishHere = (channel: string, payload: string) => void

interface OpenTx extends Tx {
  close(): void
  /** Publishes the payloads within this process, after the commit. */
  publishAll(): void
  /**
   * Returns the error itself. For an error that only says that the transaction had failed before, returns the first failure of
   * the transaction, if it is known.
   */
  causeOf(error: unknown): unknown
}

/**
 * Makes the transaction object on a connection. After `close`, each use of the database by it throws. `publishAll` passes on the
 * collected payloads in order.
 */
function openTx(client: pg.PoolClient, isSnapshot: boolean, publishHere: PublishHere): OpenTx {
  let open = true
  const payloadsHere: (readonly [channel: string, payload: string])[] = []
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
      // The transaction releases the connection, not the query builder.
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
        const { name, text } = statement
        return camelRows(await usable().query({ name, text, values: [...values], rowMode: 'array' })) as Row[]
      } catch (error) {
        failure ??= error
        throw error
      }
    },
    once<T>(question: string, ask: () => Promise<T>): Promise<T> {
      const earlier = answers.get(question) as Promise<T> | undefined
      if (earlier !== undefined) return earlier
      const answer = ask()
      if (isSnapshot) answers.set(question, answer)
      return answer
    },
    publishHere(channel, payloads) {
      for (const payload of payloads) payloadsHere.push([channel, payload])
    },
    publishAll() {
      for (const [channel, payload] of payloadsHere) publishHere(channel, payload)
    },
    close() {
      open = false
    },
    causeOf: (error) => (isAfterFailure(error) ? (failure ?? error) : error),
  }
}

/**
 * Takes a connection from the pool, begins a transaction on it, and returns it. An idle connection may have died unnoticed (the
 * server was restarted). Nothing was done on it yet, so it is closed and another one is tried, as often as the pool has places.
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
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, without an error.
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

/**
 * Begins a transaction with `statement`, runs `work`, commits and returns its result. Then passes the payloads of `publishHere`
 * to the subscribers in this process. When `work` or the commit throws, rolls back and throws the error, or the first error of
 * the transaction if the later one only follows from it. An error that passes by itself becomes a 503.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  statement: string,
  work: (tx: Tx) => Promise<T>,
  publishHere: PublishHere,
  isSnapshot = false,
): Promise<T> {
  let client: pg.PoolClient
  try {
    client = await begin(pool, statement)
  } catch (error) {
    throw toAppError(error)
  }
  const tx = openTx(client, isSnapshot, publishHere)
  try {
    const result = await work(tx)
    tx.close()
    await commit(client)
    client.release()
    tx.publishAll()
    return result
  } catch (error) {
    tx.close()
    const cause = tx.causeOf(error)
    await rollback(client, cause)
    throw toAppError(cause)
  }
}

/**
 * Runs a statement outside our transactions and returns its result; the statement may begin and commit by itself. If the
 * connection was lost, it runs again on another one, as often as the pool has places, so it must be safe to run twice. Errors are
 * thrown as they are, not as a 503.
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
