import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backupBeginning, takenAtOf } from '../db/backup/rotation.ts'
import { inDataFolder } from '../platform/db/embedded/instance-lock.ts'
import type { Bucket, StoredObject } from '../platform/s3/bucket.ts'
import { StorageError } from '../platform/s3/send.ts'
import { StartError } from '../platform/start-error.ts'

const REMOTE = 's3:'
const NEWEST = 'newest'

/** Returns the backups in the storage, oldest first; other objects are left out. */
export async function backupsIn(bucket: Bucket): Promise<StoredObject[]> {
  const found = (await bucket.list(backupBeginning)).filter(({ name }) => takenAtOf(name) !== undefined)
  return found.sort((a, b) => (takenAtOf(a.name) ?? 0) - (takenAtOf(b.name) ?? 0))
}

/**
 * Runs `work`, which asks the storage, and returns its result. Turns an error of the storage into a start error with what to do.
 */
export async function askingStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    throw new StartError(
      `${error.message}. Mend that, or name another storage (BACKUP_S3 and its key), then try again.`,
      error,
    )
  }
}

/** Data folder, and the storage; `bucket` undefined: no storage is set. */
interface Places {
  readonly dataFolder: string
  readonly bucket: Bucket | undefined
}

/**
 * Runs `work` on a backup and returns its result. `given` is the path of a file, or `s3:NAME` or `s3:newest` of the storage,
 * which is fetched into the data folder and removed afterwards. Throws a start error if the storage has no such backup.
 */
export const withBackup = <T>(places: Places, given: string, work: (file: string) => Promise<T>): Promise<T> =>
  fetched(places, given, work, async (bucket, name, folder) => {
    const stored = await nameIn(bucket, name)
    const file = join(folder, stored)
    await bucket.get(stored, file)
    return file
  })

/**
 * Runs `work` on a path and returns its result. If `given` begins with `s3:`, `fetch` first fetches the name after it from the
 * storage into a temporary folder, which is removed afterwards, and returns the path. Throws a start error for such a name if no
 * storage is set, or if the storage fails.
 */
export async function fetched<T>(
  { dataFolder, bucket }: Places,
  given: string,
  work: (path: string) => Promise<T>,
  fetch: (bucket: Bucket, name: string, folder: string) => Promise<string>,
): Promise<T> {
  if (!given.startsWith(REMOTE)) return work(resolve(given))
  if (bucket === undefined) throw new StartError(`${given} is in a storage. Set BACKUP_S3 and its key.`)
  const folder = inDataFolder(dataFolder, () => mkdtempSync(join(dataFolder, 'fetched-')))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    return await work(await askingStorage(() => fetch(bucket, given.slice(REMOTE.length), folder)))
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
