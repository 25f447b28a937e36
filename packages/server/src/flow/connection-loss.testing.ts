import type { Database, Tx } from '../platform/db/index.ts'
import { Unavailable } from '../platform/errors.ts'

/** Where a commit of the flow loses its connection. */
export type LossPoint =
  /** Nothing was begun: the message was parsed, and that was all. */
  | 'before begin'
  /** As the statement of this name is sent, or once it is done. */
  | `before ${string}`
  | `after ${string}`
  /** Everything is done but the commit. */
  | 'before commit'
  /** It is committed, and nobody was told. */
  | 'after commit'

/**
 * A database that loses its connection at the next point named, once: the backend is really ended, in the middle of the
 * transaction. `lost` says whether the point was reached.
 */
export function losing(database: Database, endBackend: (pid: number) => Promise<void>) {
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
  })
  const inCompany: Database['inCompany'] = async (companyId, work, options) => {
    if (options?.pool === 'ingest' && isHere('before begin')) throw new Unavailable()
    // Transactions that claim no batch look for what is due, or make a month: they may begin and end.
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
