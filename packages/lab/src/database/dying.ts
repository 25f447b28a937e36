import type { Database, Tx } from '@millwatch/server/platform/db/index'

/**
 * Point at which a process dies or stops: before or after the prepared statement of this name, or before or after the commit of
 * the transaction in which the statement ran.
 */
export type DeathPoint = `${'before' | 'after'} ${string}` | `${'before' | 'after'} commit of ${string}`

/** Function that is called when the point is reached; if it kills the process, its promise never resolves. */
export type Fate = () => Promise<void>

/**
 * Wraps a database so that it calls `fate`, and waits for it, the first time a transaction of a company reaches the point. Later
 * times and all other transactions are not affected.
 */
export function dying(database: Database, point: DeathPoint, fate: Fate): Database {
  let isMet = false
  const [, when = '', ofCommit, name = ''] = /^(before|after) (commit of )?(.+)$/.exec(point) ?? []
  const isHere = (moment: string, isCommit: boolean, statement: string) =>
    moment === when && isCommit === (ofCommit !== undefined) && statement === name
  const meet = async (moment: string, isCommit: boolean, statements: Iterable<string>) => {
    for (const statement of statements) {
      if (isMet || !isHere(moment, isCommit, statement)) continue
      isMet = true
      await fate()
    }
  }
  const watched = (tx: Tx, ran: Set<string>): Tx => ({
    get db() {
      return tx.db
    },
    async prepared<Row>(statement: { name: string; text: string }, values: readonly unknown[]): Promise<Row[]> {
      ran.add(statement.name)
      await meet('before', false, [statement.name])
      const rows = await tx.prepared<Row>(statement, values)
      await meet('after', false, [statement.name])
      return rows
    },
    once: (question, ask) => tx.once(question, ask),
    publishHere: (channel, payloads) => tx.publishHere(channel, payloads),
  })
  const inCompany: Database['inCompany'] = async (companyId, work, options) => {
    const ran = new Set<string>()
    const result = await database.inCompany(
      companyId,
      async (tx) => {
        const done = await work(watched(tx, ran))
        await meet('before', true, ran)
        return done
      },
      options,
    )
    await meet('after', true, ran)
    return result
  }
  return { ...database, inCompany }
}
