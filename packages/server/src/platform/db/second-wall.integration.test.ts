import { createHash } from 'node:crypto'
import * as apiKeys from '@millwatch/contract/http/api-keys'
import { createTag, listTags } from '@millwatch/contract/http/runs-tags'
import { companyWithPeople, type InjectApp, injectApp } from '@millwatch/lab/app/inject-app'
import { type TestDatabase, testDatabase } from '@millwatch/lab/database/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Tx } from '../tx.ts'

interface Column {
  readonly name: string
  readonly type: string
}

/** Values that a column of each type accepts once its constraints are dropped. */
const anything: Readonly<Record<string, string>> = {
  bigint: '1',
  integer: '1',
  smallint: '1',
  real: '1',
  'double precision': '1',
  numeric: '1',
  boolean: 'true',
  text: `'x'`,
  bytea: `'\\x00'`,
  jsonb: `'{}'`,
  uuid: `gen_random_uuid()`,
  'bigint[]': `'{}'`,
  'smallint[]': `'{}'`,
  'text[]': `'{}'`,
}

const nameOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40)
const run = (tx: Tx, text: string) => tx.prepared<{ id: number }>({ name: nameOf(text), text }, [])

describe('every table of companies, with a row of each of two companies in it', () => {
  let t: TestDatabase
  let tenants: string[]

  beforeAll(async () => {
    t = await testDatabase()
    const { rows } = await t.owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relrowsecurity order by 1`,
    )
    tenants = rows.map((row) => row.name)
    await t.owner.query(`do $$ declare one record; begin
      for one in select conrelid::regclass as owner, conname as name from pg_constraint
        where contype in ('f', 'c') and connamespace = 'public'::regnamespace and coninhcount = 0 loop
        execute format('alter table %s drop constraint %I', one.owner, one.name);
      end loop; end $$`)
    for (const table of tenants) for (const company of [1, 2]) await fill(table, company)
  })
  afterAll(() => t.close({ verified: false }))

  async function fill(table: string, company: number): Promise<void> {
    const { rows } = await t.owner.query<Column>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef
       and attidentity = '' and attgenerated = '' and attname <> 'company_id'`,
      [table],
    )
    const values = rows.map(({ name, type }) => {
      if (anything[type] === undefined)
        throw new Error(`${table}.${name} is a ${type}, of which this test knows nothing`)
      return anything[type]
    })
    await t.owner.query(`create table if not exists only_${table} partition of ${table} default`).catch(() => undefined)
    const names = ['company_id', ...rows.map(({ name }) => name)].join(', ')
    await t.owner.query(`insert into ${table} (${names}) values (${[company, ...values].join(', ')})`)
  }

  test('shows no row at all while no company is set', async () => {
    expect(tenants.length).toBeGreaterThan(35)
    for (const table of tenants) {
      const { rows } = await t.owner.query(`select count(*)::int as n from ${table}`)
      expect([table, rows[0].n]).toEqual([table, 2])
      const seen = await t.database.inDirectory((tx) => run(tx, `select company_id as id from ${table}`))
      expect([table, seen]).toEqual([table, []])
    }
  })

  test('shows to each company its own row', async () => {
    for (const table of tenants)
      for (const company of [1, 2]) {
        const seen = await t.database.inCompany(company, (tx) => run(tx, `select company_id as id from ${table}`))
        expect([table, seen]).toEqual([table, [{ id: company }]])
      }
  })

  test('lets no company change, take away or add a row of the other', async () => {
    for (const table of tenants) {
      for (const text of [
        `delete from ${table} where company_id = 2 returning company_id as id`,
        `update ${table} set company_id = 1 where company_id = 2 returning company_id as id`,
      ])
        expect([text, await outcome(t.database, text)]).toEqual([text, expect.toBeOneOf(['nothing', 'refused'])])
      const insert = `insert into ${table} (company_id) values (2)`
      expect([insert, await outcome(t.database, insert)]).toEqual([insert, 'refused'])
      const { rows } = await t.owner.query(`select count(*)::int as n from ${table} where company_id = 2`)
      expect([table, rows[0].n]).toEqual([table, 1])
    }
  })

  test('lets nobody change or take away what is recorded', async () => {
    for (const text of [`update audit_entry set operation = 'y'`, 'delete from audit_entry', 'truncate audit_entry'])
      expect([text, await outcome(t.database, text)]).toEqual([text, 'refused'])
  })
})

/** Returns the outcome of a statement run as company 1. */
async function outcome(database: Database, text: string): Promise<'nothing' | 'refused' | 'done'> {
  try {
    return (await database.inCompany(1, (tx) => run(tx, text))).length === 0 ? 'nothing' : 'done'
  } catch (error) {
    const reason = String(error instanceof Error ? error.message : error)
    if (/row-level security|permission denied/.test(reason)) return 'refused'
    throw error
  }
}

describe('two connections, and three thousand requests one across the other', () => {
  const requests = 3_000
  const atOnce = 100
  let t: InjectApp
  let narrow: Database
  const principals: { token: string; name: string }[] = []

  beforeAll(async () => {
    t = await injectApp()
    for (const name of ['acme', 'globex']) {
      const company = await companyWithPeople(t, name)
      const admin = await t.signIn(company.emailOf('admin'))
      await t.ask(createTag, { token: admin, body: { name: `only of ${name}` } })
      const body = { name: 'program', expires_at: new Date(Date.now() + 86_400_000).toISOString() }
      const { key } = await t.ask(apiKeys.createApiKey, { token: admin, body })
      for (const token of [admin, await t.signIn(company.emailOf('user')), key]) principals.push({ token, name })
    }
    narrow = t.db.open({ poolSize: { ask: 2, ingest: 2, jobs: 2 } })
  })
  afterAll(() => t.close())

  test('no company is left on a connection for the next request', { timeout: 120_000 }, async () => {
    const mixed = await injectApp({ db: { ...t.db, database: narrow } })
    const wrong: string[] = []
    const request = async (i: number): Promise<void> => {
      const { token, name } = principals[(i * 7) % principals.length] ?? { token: '', name: '' }
      // Some requests fail half way, some find nothing, some come without any company.
      if (i % 13 === 0) return void (await mixed.call('GET', '/v0/e/99999999', { token }))
      if (i % 17 === 0) return void (await mixed.call('PUT', '/v0/tags/99999999', { token, body: { name: 'x' } }))
      if (i % 11 === 0) {
        const seen = await narrow.inDirectory((tx) => run(tx, 'select company_id as id from tag'))
        if (seen.length > 0) wrong.push(`${i}: without a company ${seen.length} rows`)
        return
      }
      const { tags } = await mixed.ask(listTags, { token })
      if (!tags.every((tag) => tag.name.startsWith(`only of ${name}`)) || tags.length === 0)
        wrong.push(`${i}: ${name} saw ${JSON.stringify(tags)}`)
    }
    let next = 0
    const worker = async () => {
      while (next < requests) await request(next++)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    expect(wrong).toEqual([])
    await mixed.close()
  })

  test('a transaction that fails, and one that is cut off, leave nothing behind either', async () => {
    const setting = `select nullif(current_setting('millwatch.company_id', true), '')::bigint as id`
    for (let i = 0; i < 200; i++) {
      const fails = narrow.inCompany(1, async (tx) => {
        await run(tx, setting)
        if (i % 2) await run(tx, `select 1 / ${0} as id`)
        throw new Error('on the way')
      })
      await expect(fails).rejects.toThrow()
      expect(await narrow.inDirectory((tx) => run(tx, setting))).toEqual([{ id: null }])
    }
  })
})
