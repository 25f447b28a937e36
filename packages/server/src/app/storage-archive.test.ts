import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type S3Storage, s3Storage } from '@millwatch/lab/app/s3-storage'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fetchArchive } from '../db/archive/fetch-archive.ts'
import { type CopyHead, copiesIn, logIn } from '../db/archive/layout.ts'
import { packFile } from '../db/archive/packed-files.ts'
import { sendCopy } from '../db/archive/send-archive.ts'
import { manualClock } from '../platform/clock.ts'
import { createLogger } from '../platform/logger.ts'
import { Bucket } from '../platform/s3/bucket.ts'
import { StorageArchive } from './storage-archive.ts'

const NAME = 'continuous-0123456789ab'
const NOW = Date.parse('2026-11-04T06:00:00Z')
const segmentAt = (number: number) => `0000000100000000${number.toString(16).toUpperCase().padStart(8, '0')}`
let top: string
let storage: S3Storage
let lines: string[]
const archive = () => join(top, NAME)
const bucket = () => new Bucket({ settings: storage.settings, clock: manualClock(NOW), pauseMs: 1 })
const stored = () => [...storage.objects.keys()].map((name) => name.slice(storage.settings.prefix.length)).sort()
const logger = () => createLogger({ level: 'info', destination: { write: (line: string) => void lines.push(line) } })
const sender = (folder = archive()) => new StorageArchive(bucket(), logger(), () => folder)

async function pack(text: string, to: string): Promise<void> {
  writeFileSync(join(top, 'source'), text)
  await packFile(join(top, 'source'), to)
}
const segment = (number: number) => pack(`log ${number}`, join(archive(), 'log', `${segmentAt(number)}.zst`))
const sentSegments = (...numbers: number[]) => numbers.map((number) => `${NAME}/log/${segmentAt(number)}.zst`)

/** Makes a copy of so many minutes after six, from one segment to the next. */
async function copy(minute: number, first: number): Promise<void> {
  const folder = join(archive(), `copy-2026-11-04T06-${String(minute).padStart(2, '0')}-00Z`)
  mkdirSync(join(folder, 'base'), { recursive: true })
  await pack(`rows of ${minute}`, join(folder, 'base/1.zst'))
  const head: CopyHead = {
    ...{ program: '1', label: 'label', completeAt: NOW + minute * 60_000, system: '7' },
    ...{ firstSegment: segmentAt(first), lastSegment: segmentAt(first + 1) },
  }
  writeFileSync(join(folder, 'copy.json'), JSON.stringify(head))
}
const sendNewest = async () => {
  const newest = copiesIn(archive()).at(-1)
  return newest && sendCopy(bucket(), newest)
}

beforeEach(async () => {
  top = mkdtempSync(join(tmpdir(), 'millwatch-storage-archive-'))
  mkdirSync(join(archive(), 'log'), { recursive: true })
  lines = []
  storage = await s3Storage()
})
afterEach(async () => {
  await storage.close()
  rmSync(top, { recursive: true })
})

describe('the log of the database', () => {
  test('is sent once, oldest first, also by the server that starts next', async () => {
    await segment(4)
    await segment(3)
    const first = sender()
    await first.send()
    await segment(5)
    await first.send()
    await sender().send()
    const puts = storage.requests.filter((line) => line.startsWith('PUT'))
    expect(puts.map((line) => line.slice(-28, -4))).toEqual([3, 4, 5].map(segmentAt))
    expect(stored()).toEqual(sentSegments(3, 4, 5))
    expect(lines).toEqual([])
  })

  test('waits while the storage is away, which is said once, and is sent when it is back', async () => {
    await segment(3)
    const sending = sender()
    expect(sending.lateMs(NOW)).toBe(0)
    storage.fail('cut', () => true)
    await sending.send()
    await sending.send()
    // Nobody can say yet what is there: the time counts from the first question.
    expect(sending.lateMs(NOW + 90_000)).toBe(90_000)
    storage.fail(503, (line) => line.startsWith('PUT'))
    await sending.send()
    utimesSync(join(archive(), 'log', `${segmentAt(3)}.zst`), NOW / 1000, NOW / 1000)
    expect(sending.lateMs(NOW + 150_000)).toBe(150_000)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('cannot be sent to the storage')
    expect(lines[0]).not.toContain(storage.settings.key.secret)
    storage.fail(503, () => false)
    await sending.send()
    expect(sending.lateMs(NOW + 150_000)).toBe(0)
    expect(stored()).toEqual(sentSegments(3))
    expect(lines[1]).toContain('is sent to the storage again')
  })

  test('is asked for less often while it fails', async () => {
    storage.fail(403, () => true)
    const sending = sender()
    for (let round = 0; round < 20; round++) {
      sending.work()
      await sending.idle()
    }
    // Rounds 0, 2, 5, 10 and 19: each pause is twice as long as the one before.
    expect(storage.requests).toHaveLength(5)
  })

  test('is sent again when the storage kept only half of it, or something else', async () => {
    await segment(3)
    const set = storage.objects.set.bind(storage.objects)
    let kept = 0
    storage.objects.set = (name, object) => {
      kept++
      const content = kept === 1 ? object.content.subarray(0, object.content.length / 2) : Buffer.from('other')
      return set(name, kept > 2 ? object : { ...object, content })
    }
    const sending = sender()
    await sending.send()
    await sending.send()
    expect(stored()).toEqual([])
    await sending.send()
    expect(storage.objects.get(`${storage.settings.prefix}${sentSegments(3)[0]}`)?.content).toEqual(
      readFileSync(join(archive(), 'log', `${segmentAt(3)}.zst`)),
    )
  })

  test('is sent to its end before the log of the archive that follows', async () => {
    const [other, names] = [join(top, 'continuous-bbbbbbbbbbbb'), [archive()]]
    const sending = new StorageArchive(bucket(), logger(), () => names.at(-1))
    await sending.send()
    await segment(3)
    cpSync(archive(), other, { recursive: true })
    names.push(other)
    await sending.send()
    expect(stored()).toEqual([...sentSegments(3), `continuous-bbbbbbbbbbbb/log/${segmentAt(3)}.zst`])
  })

  test('is sent to its end when two archives followed while the storage was away', async () => {
    const folders = [archive(), join(top, 'continuous-bbbbbbbbbbbb'), join(top, 'continuous-cccccccccccc')]
    await segment(3)
    for (const later of folders.slice(1)) cpSync(archive(), later, { recursive: true })
    let present = folders[0]
    const sending = new StorageArchive(bucket(), logger(), () => present)
    storage.fail('cut', () => true)
    for (present of folders) await sending.send()
    storage.fail('cut', () => false)
    await sending.send()
    expect(stored()).toEqual(folders.map((folder) => `${basename(folder)}/log/${segmentAt(3)}.zst`))
  })
})

describe('a copy of the database', () => {
  test('is sent as one file and rotated with the log that no copy needs; half a copy is none', async () => {
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) await segment(number)
    await sender().send()
    for (const minute of [0, 1, 2]) {
      await copy(minute, minute * 2 + 1)
      await sendNewest()
    }
    await copy(3, 7)
    storage.fail(503, (line) => line.includes('.json') && line.startsWith('PUT'))
    await expect(sendNewest()).rejects.toThrow('503')
    expect(stored().filter((name) => name.includes('copy-'))).toHaveLength(7)
    storage.fail(503, () => false)
    expect(await sendNewest()).toBe(`${NAME}/copy-2026-11-04T06-03-00Z`)
    const kept = ['01', '02', '03'].flatMap((minute) =>
      ['json', 'tar'].map((ending) => `${NAME}/copy-2026-11-04T06-${minute}-00Z.${ending}`),
    )
    expect(stored()).toEqual([...kept, ...sentSegments(3, 4, 5, 6, 7, 8)].sort())
    storage.requests.length = 0
    await sendNewest()
    expect(storage.requests.filter((line) => line.startsWith('PUT'))).toEqual([])
    expect(readdirSync(archive()).filter((name) => name.includes('partial'))).toEqual([])
  })

  test('is fetched with the log after it, over connections that end early', async () => {
    for (const number of [1, 2, 3, 4, 5, 6]) await segment(number)
    await copy(0, 1)
    await sendNewest()
    await copy(5, 4)
    await sendNewest()
    await sender().send()
    const fetchTo = async (minute: number, name: string) => {
      const folder = join(top, name)
      const notes: string[] = []
      const progress = (line: string) => void notes.push(line)
      await fetchArchive({ bucket: bucket(), which: 'continuous-', to: NOW + minute * 60_000, folder, progress })
      return { archive: join(folder, NAME), notes }
    }
    let cuts = 2
    storage.fail('cut', (line) => line.includes('.tar') && cuts-- > 0)
    const { archive: whole } = await fetchTo(4, 'whole')
    expect(logIn(whole).sort()).toEqual([1, 2, 3, 4, 5, 6].map(segmentAt))
    const [from, to] = [archive(), whole].map((each) =>
      readFileSync(join(each, 'copy-2026-11-04T06-00-00Z/base/1.zst')),
    )
    expect(to).toEqual(from)

    storage.fail('cut', (line) => line.includes('.tar'))
    await expect(fetchTo(4, 'away')).rejects.toThrow('ends too early, each time')
    storage.fail(503, () => false)
    const damaged = storage.objects.get(`${storage.settings.prefix}${sentSegments(6)[0]}`)
    if (damaged) damaged.content = Buffer.from('changed')
    const { archive: gap, notes } = await fetchTo(6, 'gap')
    expect(logIn(gap).sort()).toEqual([4, 5].map(segmentAt))
    expect(notes.join('')).toContain('has another checksum')
    await expect(fetchTo(-1, 'early')).rejects.toThrow('The first instant that can be restored')
    expect(existsSync(join(top, 'early', NAME, 'log'))).toBe(false)
  })
})
