import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { migrate } from '@millwatch/server/db/migrate'
import { readMigrations } from '@millwatch/server/db/migration-files'
import { manualClock, systemClock } from '@millwatch/server/platform/clock'
import { connectionSettings, urlOfDatabase, withOwner } from '@millwatch/server/platform/db/connection'
import { type Database, type DatabaseSettings, openDatabase } from '@millwatch/server/platform/db/index'
import { silentLogger } from '@millwatch/server/platform/logger'
import { describeFinding, verifyCompany } from '@millwatch/server/verify/index'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    database: { url: string; template: string }
  }
}

function freshName(): string {
  return `millwatch_test_${randomBytes(6).toString('hex')}`
}

const objectInUse = '55006'

/**
 * Creates a database, as a copy of `template` if it is given. PostgreSQL copies a template for one client at a time, so it
 * retries every 50 ms, up to 200 times, while the template is in use; then it throws the error.
 */
async function createDatabase(url: string, name: string, template?: string): Promise<void> {
  await withOwner(url, async (client) => {
    const from = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)} strategy file_copy`
    for (let triesLeft = 200; ; triesLeft--) {
      try {
        await client.query(`create database ${pg.escapeIdentifier(name)}${from}`)
        return
      } catch (error) {
        const busy = error instanceof pg.DatabaseError && error.code === objectInUse
        if (!busy || triesLeft === 0) throw error
        await delay(50)
      }
    }
  })
}

async function dropDatabase(url: string, name: string): Promise<void> {
  await withOwner(url, (client) => client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`))
}

/**
 * Creates an empty database with a random name and without migrations. Returns its name, its URL and `drop`, which removes it
 * together with open connections.
 */
export async function createEmptyDatabase(serverUrl: string = inject('database').url) {
  const name = freshName()
  await createDatabase(serverUrl, name)
  return { name, url: urlOfDatabase(serverUrl, name), drop: () => dropDatabase(serverUrl, name) }
}

/**
 * SQL block that gives an owner who is not a superuser access to all rows, because forced row-level security also applies to the
 * owner of a table. The role of the app stays restricted.
 */
const letOwnerThrough = `do $$
declare tenant regclass;
begin
  if (select rolsuper from pg_roles where rolname = current_user) then return; end if;
  for tenant in select oid from pg_class c where relforcerowsecurity
      and not exists (select from pg_policy where polrelid = c.oid and polname = 'owner_in_tests') loop
    execute format('create policy owner_in_tests on %s to current_user using (true) with check (true)', tenant);
  end loop;
end $$`

/** Creates a migrated database with a random name, from which test databases are copied. Returns its name, its URL and `drop`. */
export async function createTemplate(serverUrl: string) {
  const empty = await createEmptyDatabase(serverUrl)
  await migrate(empty.url, await readMigrations(), { clock: systemClock })
  await withOwner(empty.url, (client) => client.query(letOwnerThrough))
  return empty
}

export interface TestDatabase {
  /** Database with the role of the app and with row-level security, as the program opens it. */
  readonly database: Database
  /** Connection pool of the owner, to prepare and inspect stored rows of all companies. */
  readonly owner: pg.Pool
  /** URL of the owner, for a separate process (`DATABASE_URL`). */
  readonly url: string
  /** Opens another `Database` on the same data, as a second server would. It is closed together with the first. */
  open(settings?: Partial<DatabaseSettings>): Database
  /**
   * Closes all connections and drops the database. Throws an error with up to 20 findings if the invariants of a company do not
   * hold; `verified: false` skips that check.
   */
  close(options?: { readonly verified?: boolean }): Promise<void>
}

/** Creates a new migrated database as a copy of the template of the run, and opens it. The caller must call `close`. */
export async function testDatabase(): Promise<TestDatabase> {
  const { url: serverUrl, template } = inject('database')
  const name = freshName()
  await createDatabase(serverUrl, name, template)
  const url = urlOfDatabase(serverUrl, name)
  return openedOn(url, () => dropDatabase(serverUrl, name))
}

/** Opens an existing migrated database for a test. `close` calls `drop`, which keeps the database unless it is given. */
export async function openedOn(
  url: string,
  drop: () => Promise<unknown> = async () => undefined,
): Promise<TestDatabase> {
  await withOwner(url, (client) => client.query(letOwnerThrough))
  const owner = new pg.Pool({ ...connectionSettings(url), max: 4 })
  owner.on('error', () => undefined)
  const opened: Database[] = []
  const open = (settings: Partial<DatabaseSettings> = {}) => {
    const database = openDatabase({ url, logger: silentLogger, ...settings })
    opened.push(database)
    return database
  }
  return {
    database: open(),
    owner,
    url,
    open,
    async close({ verified = true } = {}) {
      const findings = verified ? await findingsIn(open(), owner) : []
      await Promise.all([...opened.map((database) => database.close()), owner.end()])
      await drop()
      if (findings.length > 0) throw new Error(findings.slice(0, 20).join('\n'))
    },
  }
}

async function findingsIn(database: Database, owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ company_id: number }>('select company_id from company order by 1')
  // A test's clock may be ahead of the real one, so the check uses the later instant.
  const [last] = (await owner.query<{ at: number | null }>('select max(head_at) as at from machine_state')).rows
  const clock = manualClock(Math.max(systemClock.now(), last?.at ?? 0))
  const findings: string[] = []
  // One after the other: a check that waits longer for a connection than `connectTimeoutMs` fails, and a test may have many
  // companies.
  for (const row of rows) {
    const found = await verifyCompany({ database, clock }, row.company_id)
    findings.push(...found.map(describeFinding))
  }
  return findings
}
