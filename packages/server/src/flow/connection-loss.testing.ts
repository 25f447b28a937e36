import type { Database, Tx } from '../platform/db/index.ts'
import { Unavailable } from '../platform/errors.ts'

/** Point of a commit at which its connection is lost. */
export type LossPoint =
  /** Before the transaction begins: the message was only parsed. */
  | 'before begin'
  /** Before or after the statement of this name. */
  | `before ${string}`
  | `after ${string}`
  /** After the last statement, before the commit. */
  | 'before commit'
  /** After the commit, before its result reaches the caller. */
  | 'after commit'

/**
 * Wraps a database so that it loses its connection once, at the point given to `arm`: the backend is ended in the
 * middle of the transaction. `isArmed` is false once the point was reached.
 */
export function losingConnection(database: Database, endBackend: (pid: number) => Promise<void>) {
  let armed: LossPoint | undefined
  const isHere = (point: LossPoint) => {
    if (armed !== point) return false
    armed = undefined
    return true
  }
  const lose = async (tx: Tx) => {
    const [row] = await tx.prepared<{ pid: number }>({ name: 'test.pid', text: 'select pg_backend_pid() as pid' }, [])
    await endBackend(row?.pid ?? 0)
  }
  const watched = (tx: Tx, onStatement: (name: string) => void): Tx => ({
    get db() {
      return tx.db
    },
    async prepared<Row>(statement: { name: string; text: string }, values: readonly unknown[]): Promise<Row[]> {
      onStatement(statement.name)
      if (isHere(`before ${statement.name}`)) await lose(tx)
      const rows = await tx.prepared<Row>(statement, values)
      if (isHere(`after ${statement.name}`)) await lose(tx)
      return rows
    },
    once: (question, ask) => tx.once(question, ask),
    publishHere: (channel, payloads) => tx.publishHere(channel, payloads),
  })
  const inCompany: Database['inCompany'] = async (companyId, work, options) => {
    if (options?.pool === 'ingest' && isHere('before begin')) throw new Unavailable()
    // Transactions that claim no batch look for due machines or make a partition; these run undisturbed.
    let stores = false
    const result = await database.inCompany(
      companyId,
      async (tx) => {
        const onStatement = (name: string) => {
          stores ||= name === 'ingest.insert_batches'
        }
        const done = await work(watched(tx, onStatement))
        if (stores && isHere('before commit')) await lose(tx)
        return done
      },
      options,
    )
    if (stores && isHere('after commit')) throw new Unavailable()
    return result
  }
  return {
    database: { ...database, inCompany } satisfies Database,
    arm(point: LossPoint) {
      armed = point
    },
    get isArmed() {
      return armed !== undefined
    },
  }
}
