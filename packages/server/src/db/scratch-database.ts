import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { urlOfDatabase, withOwner } from '../platform/db/connection.ts'
import { StartError } from '../platform/start-error.ts'

const PREFIX = 'millwatch_scratch_'
const [insufficientPrivilege, objectInUse, noSuchDatabase] = ['42501', '55006', '3D000']

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof pg.DatabaseError && codes.includes(error.code ?? '')

/**
 * Runs `work` with the URL of a new empty database on the given server, drops that database afterwards, and returns the result.
 * First drops databases that killed processes left behind. Throws a start error if the user may not create databases.
 */
export async function withScratchDatabase<T>(serverUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `${PREFIX}${randomBytes(6).toString('hex')}`
  await withOwner(serverUrl, async (client) => {
    await dropLeftovers(client)
    await create(client, name)
  })
  const url = urlOfDatabase(serverUrl, name)
  const drop = () =>
    withOwner(serverUrl, (client) => client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`))
  try {
    // An open connection keeps other processes from dropping the database as a leftover.
    const result = await withOwner(url, () => work(url))
    await drop()
    return result
  } catch (error) {
    await drop().catch(() => undefined)
    throw error
  }
}

async function create(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`create database ${pg.escapeIdentifier(name)} template template0`)
  } catch (error) {
    if (!hasCode(error, insufficientPrivilege)) throw error
    const { rows } = await client.query<{ name: string }>('select current_user as name')
    const user = pg.escapeIdentifier(rows[0]?.name ?? '')
    throw new StartError(
      `The user ${user} of DATABASE_URL cannot make a database to try the backup in. As an administrator run: ` +
        `alter role ${user} createdb. Or leave DATABASE_URL out, to use the embedded database.`,
      error,
    )
  }
}

async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, $1) and datdba = current_user::regrole`,
    [PREFIX],
  )
  for (const { name } of rows) {
    await client.query(`drop database ${pg.escapeIdentifier(name)}`).catch((error: unknown) => {
      if (!hasCode(error, objectInUse, noSuchDatabase)) throw error
    })
  }
}
