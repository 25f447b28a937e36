import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type S3Storage, s3Storage } from '@millwatch/lab/app/s3-storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SHIP_EVERY_MS, startArchive } from '../app/archive.ts'
import { archiveFolder, copiesBelow, copiesIn, logFolder, logIn } from '../db/archive/layout.ts'
import { sendCopy } from '../db/archive/send-archive.ts'
import { takeCopy } from '../db/archive/take-copy.ts'
import { boundClock } from '../platform/bound-clock.ts'
import { systemClock } from '../platform/clock.ts'
import { withOwner } from '../platform/db/connection.ts'
import { ARCHIVE_TIMEOUT_S, archiveNameOf, archiveSettings } from '../platform/db/embedded/archive.ts'
import { clusterFolderOf, type EmbeddedDatabase, startEmbedded } from '../platform/db/embedded/embedded.ts'
import { takeInstanceLock } from '../platform/db/embedded/instance-lock.ts'
import { silentLogger } from '../platform/logger.ts'
import { Bucket } from '../platform/s3/bucket.ts'
import { archivesIn, withArchive } from './fetched-archive.ts'
import { restoreTo } from './restore-to.ts'

let top: string
let storage: S3Storage
const bucketOf = ({ settings }: S3Storage) => new Bucket({ settings, clock: boundClock(systemClock) })
const within = (name: string) => join(top, name)
const data = () => within('data')
const backups = () => within('backups')
beforeAll(async () => {
  storage = await s3Storage()
  top = mkdtempSync(join(tmpdir(), 'millwatch-archive-'))
  chmodSync(top, 0o711)
  mkdirSync(backups())
})
afterAll(async () => {
  await storage.close()
  rmSync(top, { recursive: true, force: true })
})

async function running<T>(
  folder: string,
  work: (database: EmbeddedDatabase) => Promise<T>,
  options: { archives?: boolean; settings?: Record<string, string> } = {},
): Promise<T> {
  const lock = await takeInstanceLock(folder)
  const database = await startEmbedded({ folder, logger: silentLogger, ...options })
  try {
    return await work(database)
  } finally {
    await database.stop()
    lock.release()
  }
}

/** Stores a row, and returns the name of the segment in which it is written. */
const note = (url: string, word: string) =>
  withOwner(url, async (client) => {
    const insert = 'insert into note values ($1) returning pg_walfile_name(pg_current_wal_insert_lsn()) as segment'
    return (await client.query<{ segment: string }>(insert, [word])).rows[0]?.segment ?? ''
  })
const notesIn = (folder: string) =>
  running(folder, ({ url }) =>
    withOwner(url, async (client) =>
      (await client.query<{ word: string }>('select word from note order by word')).rows.map(({ word }) => word),
    ),
  )
const restored = async (name: string, to: number, from = within('backups'), bucket?: Bucket) => {
  const surroundings = {
    config: { dataFolder: within(name), databaseUrl: undefined },
    clock: boundClock(systemClock),
    logger: silentLogger,
    progress: () => undefined,
  }
  return withArchive({ dataFolder: within(name), bucket, progress: () => undefined }, { from, to }, (folder) =>
    restoreTo(surroundings, { from: folder, to }),
  )
}

/** Instant of the database, later than all its commits so far and earlier than all to come. */
const instantOf = (url: string) =>
  withOwner(url, async (client) => {
    const { rows } = await client.query<{ at: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::bigint + 1 as at, pg_sleep(0.01)',
    )
    return rows[0]?.at ?? 0
  })

const instants = { beforeCopy: 0, between: 0, end: 0 }
let gap = ''
/** Objects of the storage at the instant when the machine was lost. */
let kept: S3Storage['objects']

test('An archived database is restored as it was at an instant, from what the archive has when the machine is lost', async () => {
  expect(ARCHIVE_TIMEOUT_S * 1000 + SHIP_EVERY_MS).toBeLessThan(60_000)
  const archive = startArchive({
    ...{ dataFolder: data(), folder: backups() },
    bucket: bucketOf(storage),
    logger: silentLogger,
  })
  await running(
    data(),
    async ({ url }) => {
      const cluster = clusterFolderOf(data())
      const folder = archiveFolder(backups(), archiveNameOf(cluster) ?? '')
      await withOwner(url, (client) => client.query('create table note (word text)'))
      await note(url, '1 before the copy')
      instants.beforeCopy = await instantOf(url)
      expect(archive.needsCopy()).toBe(true)
      await takeCopy({ url, cluster, archive: folder, program: 'test' })
      expect(archive.needsCopy()).toBe(false)
      expect(archive.needsSending(undefined)).toBe(true)
      const [copy] = copiesIn(folder)
      const sentCopy = copy && (await sendCopy(bucketOf(storage), copy))
      expect(archive.needsSending(sentCopy)).toBe(false)
      await note(url, '2 wanted')
      instants.between = await instantOf(url)
      gap = await note(url, '3 not wanted')
      // Time may have closed it already; then this does nothing.
      await withOwner(url, (client) => client.query('select pg_switch_wal()'))
      const segment = await note(url, '4 last')
      instants.end = await instantOf(url)
      // Nothing else is written: the time alone closes the segment.
      await expect.poll(() => logIn(folder), { timeout: 60_000 }).toContain(segment)
      await expect.poll(() => archive.lateMs(Date.parse('2100-01-01')), { timeout: 60_000 }).toBe(0)
      await expect.poll(() => [...storage.objects.keys()].join(), { timeout: 60_000 }).toContain(segment)
      await expect.poll(() => archive.storageLateMs(Date.parse('2100-01-01')), { timeout: 60_000 }).toBe(0)
      kept = new Map(storage.objects)
      // The machine is lost now: nothing that it does when it stops is in this copy of the archive.
      cpSync(backups(), within('kept'), { recursive: true })
    },
    { archives: true, settings: { archive_timeout: '1s' } },
  )
  await archive.stop()

  const all = await restored('all', Date.parse('2100-01-01'), within('kept'))
  expect(all.isReached).toBe(false)
  expect(all.lastAt).toBeGreaterThan(instants.between)
  expect(all.lastAt).toBeLessThan(instants.end)
  expect(await notesIn(within('all'))).toEqual(['1 before the copy', '2 wanted', '3 not wanted', '4 last'])
  const between = await restored('between', instants.between)
  expect(between.isReached).toBe(true)
  expect(between.lastAt).toBeGreaterThan(instants.beforeCopy)
  expect(between.lastAt).toBeLessThan(instants.between)
  expect(await notesIn(within('between'))).toEqual(['1 before the copy', '2 wanted'])

  await expect(restored('all', instants.between)).rejects.toThrow('There is a database in')
  expect(readdirSync(within('all'))).toContain('postgres')
  const [copy] = copiesBelow(backups())
  await expect(restored('early', instants.beforeCopy)).rejects.toThrow(
    `The first instant that can be restored from ${backups()} is ${new Date(copy?.completeAt ?? 0).toISOString()}.`,
  )
  rmSync(join(logFolder(copy?.archive ?? ''), `${gap}.zst`))
  await expect(restored('gap', Date.parse('2100-01-01'))).rejects.toThrow(`${gap}.zst is missing`)
  expect(readdirSync(within('gap'))).not.toContain('postgres')
}, 180_000)

test('With the folder lost too, it is restored from the storage alone', async () => {
  // With the machine the folder is lost, so that the storage has to do.
  storage.objects.clear()
  for (const [name, object] of kept) storage.objects.set(name, object)
  const bucket = bucketOf(storage)
  const end = Date.parse('2100-01-01')
  expect(await archivesIn(bucket)).toEqual([
    expect.stringMatching(/^s3:continuous-\w{12} {2}every instant from 2\S+Z on$/),
  ])
  expect(await restored('elsewhere', end, 's3:continuous', bucket)).toMatchObject({ isReached: false })
  expect(await notesIn(within('elsewhere'))).toEqual(['1 before the copy', '2 wanted', '3 not wanted', '4 last'])
  expect(readdirSync(within('elsewhere')).filter((name) => name.startsWith('fetched'))).toEqual([])
  const named = (await archivesIn(bucket)).join().split(' ')[0] ?? ''
  expect(await restored('named', instants.between, named, bucket)).toMatchObject({ isReached: true })
  expect(await notesIn(within('named'))).toEqual(['1 before the copy', '2 wanted'])
  for (const name of [...storage.objects.keys()]) if (name.includes(gap)) storage.objects.delete(name)
  await expect(restored('hole', end, 's3:continuous', bucket)).rejects.toThrow(`${gap}.zst is missing`)
  await expect(restored('wrong', end, 's3:newest', bucket)).rejects.toThrow('is named s3:continuous')
}, 180_000)

test('A database is archived from one start to the next, and under another name after a pause', async () => {
  const folders = { data: data(), cluster: clusterFolderOf(data()) }
  const first = archiveNameOf(folders.cluster)
  expect(archiveSettings(folders)).toMatchObject({ archive_mode: 'on', archive_timeout: '45s', wal_level: 'replica' })
  await running(data(), async () => expect(archiveNameOf(folders.cluster)).toBe(first))
  await running(data(), async () => expect(archiveSettings(folders)).toEqual({}), { archives: false })
  await running(data(), async () => expect(archiveNameOf(folders.cluster)).not.toBe(first), { archives: true })
}, 120_000)
