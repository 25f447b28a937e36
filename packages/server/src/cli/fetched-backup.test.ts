import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { s3Storage } from '@millwatch/lab/app/s3-storage'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { Bucket } from '../platform/s3/bucket.ts'
import { StartError } from '../platform/start-error.ts'
import { describeStorage } from './fetched-archive.ts'
import { withBackup } from './fetched-backup.ts'

const storage = await s3Storage()
const dataFolder = mkdtempSync(join(tmpdir(), 'millwatch-fetched-'))
const bucket = new Bucket({ settings: storage.settings, clock: systemClock })
const refused = new StartError(
  `${new URL(storage.settings.endpoint).host} answered GET backups with 403 SlowDown No & no. ` +
    'Mend that, or name another storage (BACKUP_S3 and its key), then try again.',
)
afterAll(async () => {
  rmSync(dataFolder, { recursive: true })
  await storage.close()
})

test('A storage without a backup says so', async () => {
  expect(await describeStorage(bucket)).toEqual([`There is no backup and no archive in ${bucket.address}.`])
})

test('A storage that refuses is an error with what to do, and nothing is left behind', async () => {
  storage.fail(403, () => true)
  await expect(describeStorage(bucket)).rejects.toThrow(refused)
  await expect(withBackup({ dataFolder, bucket }, 's3:newest', async (file) => existsSync(file))).rejects.toThrow(
    refused,
  )
  expect(readdirSync(dataFolder)).toEqual([])
})
