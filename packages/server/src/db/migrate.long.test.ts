import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmptyDatabase } from '@millwatch/lab/database/database'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import { withOwner } from '../platform/db/connection.ts'
import { migrate, migrationState } from './migrate.ts'
import { type Migration, readMigrations } from './migration-files.ts'

const clock = manualClock(1_763_670_000_000)
const files: Record<string, string> = {
  '0001-first.sql': 'create table first (n integer); insert into first values (1);',
  '0002-second.sql': 'create table second (n integer); insert into second select n from first;',
}

let folder: string
let url: string
let drop: () => Promise<unknown>

function writeMigrations(texts: Record<string, string> = files): Promise<Migration[]> {
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
  return readMigrations(folder)
}

const ask = (text: string) => withOwner(url, async (client) => (await client.query(text)).rows)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millwatch-migrations-'))
  const database = await createEmptyDatabase()
  url = database.url
  drop = database.drop
})

afterEach(async () => {
  rmSync(folder, { recursive: true })
  await drop()
})

it('applies what is missing, in order, and nothing twice', async () => {
  const migrations = await writeMigrations()
  expect(await migrate(url, migrations.slice(0, 1), { clock })).toBe(1)
  expect(await migrationState(url, migrations)).toMatchObject({ applied: 1, pending: [{ number: 2, name: 'second' }] })
  expect(await migrate(url, migrations, { clock })).toBe(1)
  expect(await migrate(url, migrations, { clock })).toBe(0)
  expect(await ask('select n from second')).toEqual([{ n: 1 }])
  expect(await ask('select number, name, applied_at from schema_migration order by number')).toEqual([
    { number: 1, name: 'first', applied_at: clock.now() },
    { number: 2, name: 'second', applied_at: clock.now() },
  ])
})

it('of several at the same time, one migrates and the others find it done', async () => {
  const migrations = await writeMigrations()
  const counts = await Promise.all(Array.from({ length: 6 }, () => migrate(url, migrations, { clock })))
  expect(counts.sort()).toEqual([0, 0, 0, 0, 0, 2])
  expect(await ask('select n from first')).toEqual([{ n: 1 }])
})

it('leaves nothing of a migration that fails, and keeps those before it', async () => {
  const migrations = await writeMigrations({
    ...files,
    '0002-second.sql': 'create table second (n integer); select 1 / 0;',
  })
  await expect(migrate(url, migrations, { clock })).rejects.toThrow('division by zero')
  expect(
    await ask(`select to_regclass('first') is not null as first, to_regclass('second') is not null as second`),
  ).toEqual([{ first: true, second: false }])
  const mended = await writeMigrations()
  expect(await migrate(url, mended, { clock })).toBe(1)
})

it('refuses data that is newer than the program', async () => {
  const migrations = await writeMigrations()
  await migrate(url, migrations, { clock })
  await expect(migrate(url, migrations.slice(0, 1), { clock })).rejects.toThrow(
    /newer Millwatch.*migration 2 \(second\)/,
  )
})

it('refuses a migration whose text was changed after it was applied', async () => {
  await migrate(url, await writeMigrations(), { clock })
  const changed = await writeMigrations({ '0001-first.sql': `${files['0001-first.sql']} -- better` })
  await expect(migrate(url, changed, { clock })).rejects.toThrow('Migration 1 (first)')
})

it('does not mind other line endings', async () => {
  const lines = { '0001-first.sql': 'create table first (\n  n integer\n);\n' }
  await migrate(url, await writeMigrations(lines), { clock })
  const windows = { '0001-first.sql': lines['0001-first.sql'].replaceAll('\n', '\r\n') }
  expect(await migrate(url, await writeMigrations(windows), { clock })).toBe(0)
})

it('wants numbers without a gap and names that say something', async () => {
  await expect(writeMigrations({ '0001-a.sql': '', '0003-b.sql': '' })).rejects.toThrow('0003-b.sql is number 2')
  rmSync(join(folder, '0003-b.sql'))
  await expect(writeMigrations({ 'extra.sql': '' })).rejects.toThrow('NNNN-name.sql, not extra.sql')
})

it('is killed in the middle of a migration: it is not applied, and the next start applies it', async () => {
  const migrations = await writeMigrations({
    ...files,
    '0002-second.sql': 'create table second (n integer); select pg_sleep(600);',
  })
  const broken = expect(migrate(url, migrations, { clock })).rejects.toThrow()
  const sleeping = `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
  await expect.poll(() => ask(sleeping)).toHaveLength(1)
  await ask(`select pg_terminate_backend(pid) from (${sleeping}) as asleep`)
  await broken
  expect(await migrate(url, await writeMigrations(), { clock })).toBe(1)
  expect(await ask('select n from second')).toEqual([{ n: 1 }])
})

it('gives up on a table that is in use, instead of blocking all behind it', async () => {
  const [first] = await writeMigrations()
  await migrate(url, [first!], { clock })
  const holding = withOwner(url, async (client) => {
    await client.query('begin; lock table first in access exclusive mode')
    await migrate(
      url,
      await writeMigrations({ '0002-second.sql': `set local lock_timeout = '50ms'; drop table first;` }),
      { clock },
    )
  })
  await expect(holding).rejects.toThrow('lock timeout')
})
