import { fetchArchive, sentArchives } from '../db/archive/fetch-archive.ts'
import { copyTimeOf } from '../db/archive/layout.ts'
import type { Bucket } from '../platform/s3/bucket.ts'
import { StartError } from '../platform/start-error.ts'
import { askingStorage, backupsIn, fetched } from './fetched-backup.ts'

const ALL = 'continuous'

export interface ArchivePlaces {
  readonly dataFolder: string
  readonly bucket: Bucket | undefined
  readonly progress: (line: string) => void
}

/**
 * Runs `work` on a folder of archives and returns its result. `from` is the path of a folder, or `s3:continuous` or
 * `s3:continuous-NAME` of the storage. For a name with `s3:`, the part that a restore to the instant `to` (epoch ms) needs is
 * fetched into the data folder and removed afterwards.
 */
export const withArchive = <T>(
  places: ArchivePlaces,
  { from, to }: { readonly from: string; readonly to: number },
  work: (folder: string) => Promise<T>,
): Promise<T> =>
  fetched(places, from, work, async (bucket, name, folder) => {
    if (name !== ALL && !name.startsWith(sentArchives))
      throw new StartError('In a storage the archive is named s3:continuous, or one of several s3:continuous-NAME.')
    const which = name === ALL ? sentArchives : `${name}/`
    await fetchArchive({ bucket, which, to, folder, progress: places.progress })
    return folder
  })

/**
 * Returns a line for each archive in the storage that has a complete copy, with its name and the first instant of its oldest
 * copy, in the order of the storage.
 */
export async function archivesIn(bucket: Bucket): Promise<string[]> {
  const found = new Map<string, string>()
  for (const { name } of await bucket.list(`${sentArchives}`)) {
    const [archive = '', copy = ''] = name.split('/')
    const from = copyTimeOf(copy)
    if (from !== undefined && from < (found.get(archive) ?? '9')) found.set(archive, from)
  }
  return [...found].map(([archive, from]) => `s3:${archive}  every instant from ${from} on`)
}

/**
 * Returns a line for each backup and each archive in the storage, or one that says that there are none. Throws a start error if
 * the storage fails.
 */
export const describeStorage = (bucket: Bucket): Promise<string[]> =>
  askingStorage(async () => {
    const backups = (await backupsIn(bucket)).map(
      ({ name, bytes }) => `s3:${name}  ${bytes.toLocaleString('en')} bytes`,
    )
    const lines = [...backups, ...(await archivesIn(bucket))]
    return lines.length > 0 ? lines : [`There is no backup and no archive in ${bucket.address}.`]
  })
