import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { takenAtOf } from '../db/backup/rotation.ts'
import type { Bucket, StoredObject } from '../platform/s3/bucket.ts'
import { StartError } from '../platform/start-error.ts'

const REMOTE = 's3:'
const NEWEST = 'newest'

/** Returns the backups in the storage, oldest first. */
export async function backupsIn(bucket: Bucket): Promise<StoredObject[]> {
  const found = (await bucket.list()).filter(({ name }) => takenAtOf(name) !== undefined)
  return found.sort((a, b) => (takenAtOf(a.name) ?? 0) - (takenAtOf(b.name) ?? 0))
}

/**
 * Runs `work` on a backup that a person names: a file, or `s3:NAME` or `s3:newest` of the storage, which is fetched into the
 * data folder and removed afterwards.
 */
export async function withBackup<T>(
  { dataFolder, bucket }: { readonly dataFolder: string; readonly bucket: Bucket | undefined },
  given: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  if (!given.startsWith(REMOTE)) return work(resolve(given))
  if (bucket === undefined) throw new StartError(`${given} is in a storage. Set BACKUP_S3 and its key.`)
  const name = await nameIn(bucket, given.slice(REMOTE.length))
  // As the lock of the data folder does: a database of another user must be able to pass through.
  mkdirSync(dataFolder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const folder = mkdtempSync(join(dataFolder, 'fetched-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    const file = join(folder, name)
    await bucket.get(name, file)
    return await work(file)
  } finally {
    process.off('exit', remove)
    remove()
  }
}

async function nameIn(bucket: Bucket, name: string): Promise<string> {
  const found = await backupsIn(bucket)
  const chosen = name === NEWEST ? found.at(-1) : found.find((each) => each.name === name)
  if (chosen !== undefined) return chosen.name
  throw new StartError(
    found.length === 0
      ? `There is no backup in ${bucket.address}.`
      : `There is no backup ${name} in ${bucket.address}. millwatch backup list shows what is there.`,
  )
}
