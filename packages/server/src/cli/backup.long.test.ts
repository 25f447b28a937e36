import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { flipBit, seededRandom } from '@millwatch/lab/database/damage'
import { createEmptyDatabase } from '@millwatch/lab/database/database'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readBackupState } from '../db/backup/backup-state.ts'
import { migrate } from '../db/migrate.ts'
import { readMigrations } from '../db/migration-files.ts'
import { boundClock } from '../platform/bound-clock.ts'
import { manualClock } from '../platform/clock.ts'
import { urlOfDatabase, withOwner } from '../platform/db/connection.ts'
import { silentLogger } from '../platform/logger.ts'
import { StartError } from '../platform/start-error.ts'
import { backUp, checkBackup, restore } from './backup.ts'
import { keepBackups } from './keep-backups.ts'
import { withServer } from './with-database.ts'

const NOW = Date.parse('2026-11-02T09:00:00Z')
const clock = manualClock(NOW)
const commandLine = fileURLToPath(new URL('../cli.ts', import.meta.url))

const { t, company: acme } = await appWithCompany({ clock, jobs: { works: false } })
let folder: string
const fileOf = (name: string) => join(folder, name)
const surroundings = (databaseUrl: string | undefined = t.db.url) => ({
  config: { dataFolder: fileOf('data'), databaseUrl },
  clock: boundClock(clock),
  logger: silentLogger,
  progress: () => undefined,
})
const scratchDatabases = async () => {
  const { rows } = await t.db.owner.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'millwatch\\_scratch\\_%' order by 1`,
  )
  return rows.map((row) => row.name)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millwatch-check-'))
  // The embedded server runs under another user if root runs the tests.
  chmodSync(folder, 0o711)
  const machine = await machineWithDevice(t, await t.signIn(acme.emailOf('admin')), acme.rootOrgUnitId)
  await machine.send(
    Array.from({ length: 100 }, (_, i) => ({ t: NOW - (i + 1) * 60_000, type: 'cycle', cycle_time: 30 })),
  )
  await backUp(surroundings(), fileOf('good'))
  writeFileSync(fileOf('damaged'), flipBit(readFileSync(fileOf('good')), seededRandom(7)))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

async function checked(name: string, databaseUrl?: string) {
  const lines: string[] = []
  const isGood = await checkBackup(surroundings(databaseUrl), fileOf(name), (line) => lines.push(line))
  return { isGood, text: lines.join('\n') }
}

describe('millwatch backup check', () => {
  test('prints what it checked of a good backup, and leaves nothing on the server', async () => {
    const { isGood, text } = await checked('good')
    expect(isGood).toBe(true)
    expect(text).toMatch(/^Written by Millwatch \d+\.\d+\.\d+ at 2026-11-02T09:00:00.000Z, with migration \d+\.\n/)
    expect(text).toMatch(/\nChecksums: \d+ frames, [\d,]+ bytes and the SHA-256 of the whole are right\.\n/)
    expect(text).toMatch(/\nevent +100 rows\n/)
    expect(text).toMatch(/\nRows: [\d,]+ rows of \d+ tables, as many as the backup says\.\n/)
    expect(text).toMatch(/\nTrial restore: [\d,]+ rows, in a database that is dropped again\.\n/)
    expect(text).toMatch(/\nInvariants: Everything holds\.\nThe backup is good\.$/)
    expect(await scratchDatabases()).toEqual([])
  })

  test('Home Assistant Supervisor #4287: refuses a damaged one, with what is wrong and where', async () => {
    const refusal = await checked('damaged').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartError)
    expect(String(refusal)).toMatch(
      /damaged cannot be restored, and nothing was changed\. The .*\(frame \d+, at byte [\d,]+ /,
    )
    await expect(checked('absent')).rejects.toThrow('absent is not there')
    await expect(checked('.')).rejects.toThrow('is a folder. Name one backup in it.')
  })

  test('names the invariants that undamaged data breaks, as a trial restore by itself does', async () => {
    await t.db.owner.query('update device_tally set received = received + 1')
    await backUp(surroundings(), fileOf('untrue'))
    mkdirSync(fileOf('kept'))
    expect(await keepBackups(surroundings(), { folder: fileOf('kept') })).toBe('failed')
    const { trial } = await readBackupState(t.db.database)
    expect(trial).toMatchObject({ isGood: false, text: expect.stringMatching(/I2 .*device \d+.*\n.*1 finding/) })
    await t.db.owner.query('update device_tally set received = received - 1')
    const { isGood, text } = await checked('untrue')
    expect(isGood).toBe(false)
    expect(text).toMatch(
      /Invariants: I2 .*device \d+.*\nInvariants: 1 finding\.\nThe backup is undamaged, but its data/,
    )
    expect(await scratchDatabases()).toEqual([])
  })

  test('drops what a check that was killed left behind, and leaves alone what another one works on', async () => {
    const [left, used] = ['millwatch_scratch_left', 'millwatch_scratch_used']
    for (const name of [left, used]) await t.db.owner.query(`create database ${name}`)
    await withOwner(urlOfDatabase(t.db.url, used), () => checked('good'))
    expect(await scratchDatabases()).toEqual([used])
    await t.db.owner.query(`drop database ${used}`)
  })

  test('says what a user needs who may not make a database', async () => {
    const role = 'millwatch_check_weak'
    await withOwner(inject('database').url, (client) => client.query(`create role ${role} login password 'weak'`))
    try {
      const url = t.db.url.replace(/\/\/[^@/]*@/, `//${role}:weak@`)
      await expect(checked('good', url)).rejects.toThrow(`alter role "${role}" createdb`)
    } finally {
      await withOwner(inject('database').url, (client) => client.query(`drop role ${role}`))
    }
  })

  test('starts the embedded server where none runs, and makes nothing of the installation there', async () => {
    const config = { dataFolder: fileOf('data'), databaseUrl: undefined }
    expect(await checkBackup({ ...surroundings(), config }, fileOf('good'), () => undefined)).toBe(true)
    const tables = await withServer({ ...surroundings(), config }, (url) =>
      withOwner(url, (client) => client.query(`select from pg_tables where schemaname = 'public'`)),
    )
    expect(tables.rowCount).toBe(0)
  })

  test('ends with exit code 0 for a good one, and 1 for a damaged one', async () => {
    const run = (...args: string[]) => {
      const child = spawn(process.execPath, [commandLine, 'backup', 'check', ...args], {
        env: { ...process.env, DATABASE_URL: t.db.url },
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
      return new Promise<{ code: number | null; output: string }>((ended) =>
        child.on('close', (code) => ended({ code, output })),
      )
    }
    expect(await run(fileOf('good'))).toMatchObject({ code: 0, output: expect.stringContaining('The backup is good.') })
    expect(await run(fileOf('damaged'))).toMatchObject({ code: 1, output: expect.stringContaining('(frame ') })
    expect(await run()).toMatchObject({ code: 1, output: expect.stringContaining('Usage:') })
  })
})

test('A backup that is stopped leaves no file, whatever it was doing', async () => {
  await withOwner(t.db.url, async (client) => {
    await client.query('begin')
    // The backup waits for this table after it has begun its file.
    await client.query('lock table audit_entry in access exclusive mode')
    const child = spawn(process.execPath, [commandLine, 'backup', fileOf('ended')], {
      env: { ...process.env, DATABASE_URL: t.db.url },
      stdio: 'ignore',
    })
    const ended = once(child, 'close')
    await expect.poll(() => existsSync(fileOf('ended.partial')), { timeout: 30_000 }).toBe(true)
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(143)
    await client.query('rollback')
  })
  expect([existsSync(fileOf('ended')), existsSync(fileOf('ended.partial'))]).toEqual([false, false])
})

test('A restore on a full disk restores nothing, says what to do, and succeeds when there is room', async () => {
  const { url, drop } = await createEmptyDatabase()
  try {
    await migrate(url, await readMigrations(), { clock })
    const full = `create function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$;
      create trigger full_disk before insert on event for each row execute function full_disk()`
    await withOwner(url, (client) => client.query(full))
    await expect(restore(surroundings(url), fileOf('good'))).rejects.toThrow(
      `The disk of the database is full, and nothing was restored of ${fileOf('good')}. Make room there`,
    )
    await withOwner(url, async (client) => {
      expect((await client.query('select from company')).rowCount).toBe(0)
      await client.query('drop function full_disk() cascade')
    })
    expect(await restore(surroundings(url), fileOf('good'))).toBeGreaterThan(100)
  } finally {
    await drop()
  }
})

test('A damaged backup is refused before the folder that it is to be restored into is made', async () => {
  const given = surroundings()
  const config = { dataFolder: fileOf('new'), databaseUrl: undefined }
  await expect(restore({ ...given, config }, fileOf('damaged'))).rejects.toThrow('cannot be restored')
  expect(existsSync(fileOf('new'))).toBe(false)
})
