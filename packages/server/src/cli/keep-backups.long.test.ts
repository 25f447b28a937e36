import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DAY_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { type S3Storage, s3Storage } from '@millwatch/lab/app/s3-storage'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aloneWithBackups } from '../db/backup/alone.ts'
import { readBackupState, writeBackupState } from '../db/backup/backup-state.ts'
import { checkFrames } from '../db/backup/inspect-backup.ts'
import { backupName } from '../db/backup/rotation.ts'
import { boundClock } from '../platform/bound-clock.ts'
import { manualClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { Bucket } from '../platform/s3/bucket.ts'
import { backUp } from './backup.ts'
import { describeBackups } from './backup-status.ts'
import { withBackup } from './fetched-backup.ts'
import { keepBackups } from './keep-backups.ts'

const NOW = Date.parse('2026-11-04T01:20:00Z')
const whenDueAt = { hour: 1, minute: 20 }
const clock = manualClock(NOW)
const { t, company: acme } = await appWithCompany({ clock: manualClock(NOW), jobs: { works: false } })
let parent: string
let folder: string
let count = 0
const surroundings = {
  config: { dataFolder: '', databaseUrl: t.db.url },
  clock: boundClock(clock),
  logger: silentLogger,
  progress() {},
}
/** Lines of the trial restore that finds something; empty: it is good. A real one is in `backup.long.test.ts`. */
let findings: string[] = []
const tried: string[] = []
const check = async (_: unknown, file: string, print: (line: string) => void) => {
  tried.push(file)
  for (const line of findings) print(line)
  return findings.length === 0
}
const keep = (options: { whenDueAt?: typeof whenDueAt; bucket?: Bucket } = {}) =>
  keepBackups(surroundings, { folder, check, ...options })
const state = () => readBackupState(t.db.database)
const nameAt = (days: number) => backupName(NOW + days * DAY_MS)
/** Stores a good trial restore of now, so that a test spends no time on one. */
const withTrial = () => writeBackupState(t.db.database, { trial: { at: NOW, isGood: true, text: 'good' } })

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'millwatch-keep-'))
  const machine = await machineWithDevice(t, await t.signIn(acme.emailOf('admin')), acme.rootOrgUnitId)
  await machine.send([{ t: NOW - 60_000, type: 'cycle', cycle_time: 30 }])
})
afterAll(() => rmSync(parent, { recursive: true }))
beforeEach(async () => {
  folder = join(parent, String(++count))
  mkdirSync(folder)
  clock.set(NOW)
  findings = []
  tried.length = 0
  await writeBackupState(t.db.database, {})
})

describe('millwatch backup keep', () => {
  test('writes a backup that is good, tries it once a week, and stores the outcome for all servers', async () => {
    expect(await keep({ whenDueAt })).toBe('done')
    expect(readdirSync(folder)).toEqual([nameAt(0)])
    await checkFrames(join(folder, nameAt(0)))
    const first = await state()
    expect(first).toMatchObject({ takenAt: NOW, file: join(folder, nameAt(0)), bytes: expect.any(Number) })
    expect(first.trial).toEqual({ at: NOW, isGood: true, text: 'The trial restore is good.' })

    expect(await keep({ whenDueAt })).toBe('not due')
    clock.advance(DAY_MS)
    expect(await keep({ whenDueAt })).toBe('done')
    expect(readdirSync(folder)).toEqual([nameAt(0), nameAt(1)])
    expect((await state()).trial).toEqual(first.trial)
    expect(tried).toEqual([join(folder, nameAt(0))])
    clock.advance(6 * DAY_MS)
    expect(await keep({ whenDueAt })).toBe('done')
    expect(tried).toEqual([join(folder, nameAt(0)), join(folder, nameAt(7))])
    await writeBackupState(t.db.database, { ...(await state()), takenAt: NOW + DAY_MS, trial: first.trial })
    clock.set(NOW + DAY_MS)
    expect(describeBackups(await state(), clock.now() + 3_600_000).join('\n')).toMatch(
      /^Last backup +2026-11-05T01:20:00\.000Z, 1 h ago: \d+ rows, [\d,]+ bytes, .*\nTrial restore +2026-11-04T01:20:00\.000Z: The trial restore is good\.$/,
    )
  })

  test('removes what the rotation no longer keeps, and nothing else', async () => {
    await withTrial()
    const [newer, older] = [backupName(NOW - 2 * 3_600_000), backupName(NOW - 3 * 3_600_000)]
    for (const name of [newer, older, 'notes.txt', `${nameAt(-1)}.partial`]) writeFileSync(join(folder, name), 'x')
    expect(await keep()).toBe('done')
    // Both are of the day before; the file that is unfinished is left of a killed process.
    expect(readdirSync(folder).sort()).toEqual([newer, nameAt(0), 'notes.txt'])
  })

  test('keeps the backups before and says what to do, when the new one fails', async () => {
    await withTrial()
    writeFileSync(join(folder, nameAt(-1)), 'x')
    // A file of this name is never overwritten.
    writeFileSync(join(folder, nameAt(0)), 'x')
    expect(await keep()).toBe('failed')
    expect((await state()).failure).toEqual({ at: NOW, text: expect.stringContaining('is there already') })
    expect(readdirSync(folder)).toContain(nameAt(-1))
    expect(await keep({ whenDueAt })).toBe('not due')
    clock.advance(3_600_000)
    expect(await keep({ whenDueAt })).toBe('done')
    expect((await state()).failure).toBeUndefined()
  })

  test('says that its folder is away, or has no room', async () => {
    await withTrial()
    rmSync(folder, { recursive: true })
    expect(await keep()).toBe('failed')
    expect((await state()).failure?.text).toBe(`The folder ${folder} is not there. Make it, or mount its disk.`)
    mkdirSync(folder)
    await writeBackupState(t.db.database, { ...(await state()), bytes: 1e18 })
    expect(await keep()).toBe('failed')
    expect((await state()).failure?.text).toMatch(
      /has [\d,]+ MiB free, and the last backup took [\d,]+ MiB\. Make room/,
    )
  })

  test('leaves it to another process that makes one', async () => {
    const outcome = await aloneWithBackups(t.db.url, () => keep())
    expect(outcome).toBe('busy')
    expect(readdirSync(folder)).toEqual([])
  })

  test('reports the findings of a trial restore whose data breaks invariants, and tries again the next day', async () => {
    findings = ['Invariants: I2 device 1', 'Invariants: 1 finding.']
    expect(await keep()).toBe('failed')
    findings = []
    const { trial, takenAt } = await state()
    expect(takenAt).toBe(NOW)
    expect(trial).toMatchObject({ isGood: false, text: 'Invariants: I2 device 1\nInvariants: 1 finding.' })
    clock.advance(DAY_MS)
    expect(await keep({ whenDueAt })).toBe('done')
    expect((await state()).trial?.isGood).toBe(true)
  })
})

describe('millwatch backup keep with a storage', () => {
  let storage: S3Storage
  const bucket = () => new Bucket({ settings: storage.settings, clock, pauseMs: 1 })
  const stored = () => [...storage.objects.keys()].map((name) => name.slice(storage.settings.prefix.length))
  beforeEach(async () => {
    storage = await s3Storage()
  })
  afterEach(() => storage.close())

  test('sends the backup there, rotates there, and restores for trial what it gets from there', async () => {
    const [newer, older] = [backupName(NOW - 2 * 3_600_000), backupName(NOW - 3 * 3_600_000)]
    writeFileSync(join(parent, 'old'), 'x')
    for (const name of [newer, older, 'notes.txt']) await bucket().put(name, join(parent, 'old'))
    let fetched: Buffer | undefined
    const outcome = await keepBackups(surroundings, {
      ...{ folder, bucket: bucket() },
      check: async (_, file) => {
        fetched = readFileSync(file)
        return true
      },
    })
    expect(outcome).toBe('done')
    expect(stored().sort()).toEqual([newer, nameAt(0), 'notes.txt'])
    expect(readdirSync(folder)).toEqual([nameAt(0)])
    expect(fetched?.equals(readFileSync(join(folder, nameAt(0))))).toBe(true)
    const { sent, bytes } = await state()
    expect(sent).toEqual({ takenAt: NOW, name: nameAt(0), bytes })
    expect(describeBackups(await state(), NOW).join('\n')).toContain(`bytes, ${nameAt(0)}`)
  })

  test('sends it to a storage that cannot list unfinished uploads', async () => {
    await withTrial()
    storage.fail(501, (line) => line.includes('uploads='))
    expect(await keep({ bucket: bucket() })).toBe('done')
    expect(stored()).toEqual([nameAt(0)])
  })

  test('says that it could not be sent, and sends it an hour later without another backup', async () => {
    await withTrial()
    storage.fail(503, (line) => line.startsWith('PUT'))
    expect(await keep({ bucket: bucket() })).toBe('failed')
    const { failure, takenAt } = await state()
    expect([takenAt, failure?.at]).toEqual([NOW, NOW])
    expect(failure?.text).toMatch(/^The backup could not be sent to the storage: .* answered PUT .* with 503 SlowDown/)
    expect(failure?.text).not.toContain(storage.settings.key.secret)
    storage.fail(503, () => false)
    expect(await keep({ bucket: bucket(), whenDueAt })).toBe('not due')
    clock.advance(3_600_000)
    expect(await keep({ bucket: bucket(), whenDueAt })).toBe('done')
    expect(stored()).toEqual([nameAt(0)])
    expect(await state()).toMatchObject({ takenAt: NOW, sent: { takenAt: NOW } })
    expect((await state()).failure).toBeUndefined()
    expect(await keep({ bucket: bucket(), whenDueAt })).toBe('not due')
  })

  test('lets a person take a backup from there, by its name or as the newest', async () => {
    await withTrial()
    await keep({ bucket: bucket() })
    const use = (given: string) =>
      withBackup({ dataFolder: join(parent, 'new'), bucket: bucket() }, given, async (file) => {
        await checkFrames(file)
        return basename(file)
      })
    expect(await use('s3:newest')).toBe(nameAt(0))
    expect(await use(`s3:${nameAt(0)}`)).toBe(nameAt(0))
    expect(readdirSync(join(parent, 'new'))).toEqual([])
    await expect(use('s3:other')).rejects.toThrow('There is no backup other in')
    await expect(withBackup({ dataFolder: parent, bucket: undefined }, 's3:newest', async () => 0)).rejects.toThrow(
      'Set BACKUP_S3',
    )
  })
})

test.each([
  ['its disk is full', () => symlinkSync('/dev/full', join(folder, 'b.partial')), 'its disk is full. Make room there'],
  ['its folder is away', () => rmSync(folder, { recursive: true }), 'its folder is not there. Make the folder'],
])('A backup where %s ends with plain words, and leaves no file', async (_, prepare, text) => {
  prepare()
  const file = join(folder, 'b')
  await expect(backUp(surroundings, file)).rejects.toThrow(`${file} cannot be written: ${text}`)
  expect([existsSync(file), existsSync(`${file}.partial`)]).toEqual([false, false])
})
