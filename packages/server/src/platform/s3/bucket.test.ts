import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type S3Storage, s3Storage } from '@millwatch/lab/app/s3-storage'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { Bucket } from './bucket.ts'

let storage: S3Storage
let folder: string
const file = () => join(folder, 'file')
const clock = manualClock(Date.parse('2026-11-04T01:20:00Z'))
const bucket = (settings: Partial<S3Storage['settings']> = {}) =>
  new Bucket({ settings: { ...storage.settings, ...settings }, clock, pauseMs: 1 }, 1000)

beforeEach(async () => {
  storage = await s3Storage()
  folder = mkdtempSync(join(tmpdir(), 'millwatch-s3-'))
})
afterEach(async () => {
  await storage.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['in one piece', 1000, 1],
  ['in parts', 2500, 3],
])('A file is stored %s, listed, fetched as it was, and removed', async (_, bytes, parts) => {
  const content = Buffer.from(Array.from({ length: bytes }, (_unused, i) => i % 251))
  writeFileSync(file(), content)
  expect(await bucket().put('a b+c.backup', file())).toEqual({ name: 'a b+c.backup', bytes })
  expect(storage.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(parts)
  expect(storage.objects.get('plant one/a b+c.backup')?.content).toEqual(content)
  expect(storage.uploads.size).toBe(0)
  const fetched = join(folder, 'fetched')
  await bucket().get('a b+c.backup', fetched)
  expect(readFileSync(fetched)).toEqual(content)
  expect(await bucket().list()).toEqual([{ name: 'a b+c.backup', bytes }])
  await bucket().remove('a b+c.backup')
  expect(await bucket().list()).toEqual([])
})

test('A long list comes in several answers, and has what is below the prefix only', async () => {
  writeFileSync(file(), 'x')
  for (const name of ['1', '2', '3', '4', '5']) await bucket().put(name, file())
  await bucket({ prefix: 'plant two/' }).put('6', file())
  expect((await bucket().list()).map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5'])
})

test('An object that is not what was sent is removed; a fetched file that was changed is refused', async () => {
  writeFileSync(file(), 'content')
  await bucket().put('good', file())
  const stored = storage.objects.get('plant one/good')
  if (stored) stored.content = Buffer.from('changed')
  await expect(bucket().get('good', join(folder, 'fetched'))).rejects.toThrow('has another checksum')
  expect(readdirSync(folder)).toEqual(['file'])
  const set = storage.objects.set.bind(storage.objects)
  storage.objects.set = (name, object) => set(name, { ...object, content: Buffer.from('cut') })
  await expect(bucket().put('cut', file())).rejects.toThrow('is not what was sent')
  expect([...storage.objects.keys()]).toEqual(['plant one/good'])
})

test('A storage that fails for a moment is asked again; one that refuses is not', async () => {
  writeFileSync(file(), 'content')
  let failures = 2
  storage.fail(503, () => failures-- > 0)
  await bucket().put('good', file())
  expect(storage.objects.size).toBe(1)
  storage.fail(503, () => true)
  await expect(bucket().put('busy', file())).rejects.toThrow(
    /^127\.0\.0\.1:\d+ answered PUT busy with 503 SlowDown No & no$/,
  )
  storage.fail(503, () => false)
  storage.requests.length = 0
  const wrong = bucket({ key: { id: 'test-key-id', secret: 'wrong secret' } })
  const error: unknown = await wrong.put('refused', file()).catch((reason: unknown) => reason)
  expect(String(error)).toContain('answered PUT refused with 403 SignatureDoesNotMatch No & no')
  expect(String(error)).not.toContain('secret')
  expect(storage.requests).toHaveLength(1)
})

test('An upload that fails leaves no parts; parts of a killed process are removed later', async () => {
  writeFileSync(file(), Buffer.alloc(2500))
  storage.fail(503, (line) => line.includes('partNumber=3'))
  await expect(bucket().put('half', file())).rejects.toThrow('503')
  expect([storage.objects.size, storage.uploads.size]).toEqual([0, 0])
  storage.uploads.set('7', { name: 'plant one/killed', parts: new Map(), sha256: undefined })
  await bucket().abandonUploads()
  expect(storage.uploads.size).toBe(0)
})

test('A storage that is away is named', async () => {
  writeFileSync(file(), 'content')
  await storage.close()
  await expect(bucket().put('away', file())).rejects.toThrow(/^127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED/)
  storage = await s3Storage()
})
