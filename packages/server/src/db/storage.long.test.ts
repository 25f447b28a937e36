import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PreparedFolder } from '@millwatch/lab/database/data-folders'
import { createEmptyDatabase } from '@millwatch/lab/database/database'
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import { withOwner } from '../platform/db/connection.ts'
import { clusterFolderOf } from '../platform/db/embedded/embedded.ts'
import { serverProcessesOn } from '../platform/db/embedded/processes.ts'
import { createLifecycle, type Lifecycle } from '../platform/lifecycle.ts'
import { silentLogger } from '../platform/logger.ts'
import type { Migration } from './migration-files.ts'
import { claimFolder, openStorage } from './storage.ts'

const clock = manualClock(Date.UTC(2026, 10, 21, 7, 30))
const migrations: Migration[] = Array.from({ length: 6 }, (_, index) => ({
  number: index + 1,
  name: `step-${index + 1}`,
  text: `create table step_${index + 1} (n integer)`,
  checksum: String(index + 1),
}))

let top: string
let folder: string
let messages: string[]
const lifecycles: Lifecycle[] = []
/** A folder with the first migration. Only the first test that begins with it makes its database. */
const prepared = new PreparedFolder()
afterAll(() => prepared.remove())

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'millwatch-storage-'))
  chmodSync(top, 0o711)
  folder = join(top, 'data')
  messages = []
})

afterEach(async () => {
  for (const lifecycle of lifecycles.splice(0)) await lifecycle.stop()
  rmSync(top, { recursive: true, force: true })
})

async function open(upTo: number, databaseUrl?: string): Promise<string> {
  const lifecycle = createLifecycle(silentLogger)
  lifecycles.push(lifecycle)
  const place = { dataFolder: folder, databaseUrl }
  const progress = (line: string) => void messages.push(line)
  await claimFolder({ ...place, lifecycle })
  return openStorage({
    ...place,
    clock,
    logger: silentLogger,
    lifecycle,
    progress,
    migrations: migrations.slice(0, upTo),
  })
}

async function openAndClose(upTo: number): Promise<void> {
  await open(upTo)
  await lifecycles.pop()?.stop()
}

async function begin(): Promise<void> {
  prepared.copyTo(folder)
  await openAndClose(1)
  prepared.keep(folder)
}

const backups = () => (existsSync(join(folder, 'backups')) ? readdirSync(join(folder, 'backups')).sort() : [])
const tables = (url: string) =>
  withOwner(url, async (client) => {
    const { rows } = await client.query(`select tablename from pg_tables where tablename like 'step%' order by 1`)
    return rows.map((row) => row.tablename)
  })

describe('embedded data', () => {
  it('leaves no server behind when it is stopped in the middle of the start', async () => {
    const opening = open(1).catch(() => undefined)
    const servers = () => serverProcessesOn(clusterFolderOf(folder))
    await expect.poll(() => servers().length, { timeout: 50_000, interval: 1 }).toBeGreaterThan(0)
    await lifecycles.pop()?.stop()
    expect(servers()).toEqual([])
    await opening
    expect(servers()).toEqual([])
  })

  it('is copied before a migration touches it, and only then', async () => {
    await begin()
    await openAndClose(1)
    expect(backups()).toEqual([])
    await openAndClose(2)
    expect(backups()).toEqual(['2026-11-21T07-30-00Z-before-0002'])
    expect(messages.at(-2)).toMatch(/^Copying the data to .*backups before migration 0002 step-2$/)
  })

  it('can be had back from the copy', async () => {
    await begin()
    await openAndClose(3)
    const [copy = ''] = backups()
    rmSync(join(folder, 'postgres'), { recursive: true })
    cpSync(join(folder, 'backups', copy), join(folder, 'postgres'), { recursive: true })
    expect(await tables(await open(1))).toEqual(['step_1'])
  })

  it('keeps the last three copies and none that was not finished', async () => {
    await begin()
    mkdirSync(join(folder, 'backups', 'x.unfinished'), { recursive: true })
    writeFileSync(join(folder, 'backups', 'my-own-notes'), '')
    for (const upTo of [2, 3, 4, 5]) {
      clock.advance(60_000)
      await openAndClose(upTo)
    }
    const names = backups().map((name) => name.replace(/^.*-before/, 'before'))
    expect(names).toEqual(['before-0003', 'before-0004', 'before-0005', 'my-own-notes'])
  })

  it('stays as it was when the copy cannot be made', async () => {
    await begin()
    writeFileSync(join(folder, 'backups'), 'in the way')
    await expect(open(2)).rejects.toThrow('Nothing was changed')
    await lifecycles.pop()?.stop()
    rmSync(join(folder, 'backups'))
    expect(await tables(await open(1))).toEqual(['step_1'])
  })
})

describe('a server named by DATABASE_URL', () => {
  it('is migrated, and leaves the data folder alone', async () => {
    const database = await createEmptyDatabase()
    expect(await tables(await open(2, database.url))).toEqual(['step_1', 'step_2'])
    expect(existsSync(folder)).toBe(false)
    await database.drop()
  })

  it('that does not answer is named, without its password', async () => {
    const failure = await open(1, 'postgres://me:hidden-word@127.0.0.1:1/db').catch((error: Error) => error)
    expect(String(failure)).toMatch(/DATABASE_URL.*ECONNREFUSED/)
    expect(String(failure)).not.toContain('hidden-word')
  })

  it('whose user may not make the role says what to run', async () => {
    const database = await createEmptyDatabase()
    const role = `${database.name}_weak`
    await withOwner(inject('database').url, async (client) => {
      await client.query(`create role ${role} login password 'weak'`)
    })
    const url = database.url.replace(/\/\/[^@/]*@/, `//${role}:weak@`)
    try {
      await expect(open(1, url)).rejects.toThrow(new RegExp(`grant millwatch_app to "${role}"`))
    } finally {
      await database.drop()
      await withOwner(inject('database').url, (client) => client.query(`drop role ${role}`))
    }
  })
})
