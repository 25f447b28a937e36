import { mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Bucket, DamagedObject } from '../../platform/s3/bucket.ts'
import { newestBefore } from './choose-copy.ts'
import { type ArchivedCopy, copiesBelow, copyHeadFile, isBefore, logFolder } from './layout.ts'
import { packedEnding } from './packed-files.ts'
import { filesEnding, headEnding, sentLog, sentName } from './send-archive.ts'
import { several } from './several.ts'
import { unpackTar } from './tar.ts'

/** Beginning of the names of all archives in a storage. */
export const sentArchives = 'continuous-'
const HEAD = /^continuous-[0-9a-f]{12}\/copy-[^/]*Z\.json$/

interface Fetching {
  readonly bucket: Bucket
  /** Beginning of the names of the archives: the name of one, or `sentArchives` for all. */
  readonly which: string
  /** Instant (epoch ms) to which the database is to be restored. */
  readonly to: number
  /** New folder for the fetched files. */
  readonly folder: string
  readonly progress: (line: string) => void
}

/**
 * Fetches from the storage the newest copy of the database that was complete at or before an instant, and the log after it. The
 * folder then has the form of a folder of backups. A segment that is damaged in the storage is left out, which leaves a gap in
 * the log. Throws a start error if there is no such copy.
 */
export async function fetchArchive({ bucket, which, to, folder, progress }: Fetching): Promise<void> {
  const names = (await bucket.list(which)).map(({ name }) => name)
  await several(
    names.filter((name) => HEAD.test(name)),
    async (name) => {
      const place = join(folder, name.slice(0, -headEnding.length))
      mkdirSync(place, { recursive: true, mode: 0o700 })
      await bucket.get(name, join(place, copyHeadFile))
    },
  )
  const logIn = (archive: string) =>
    names.filter((name) => name.startsWith(sentLog(archive))).map((name) => basename(name, packedEnding))
  const { copy } = newestBefore({ copies: copiesBelow(folder), logIn, from: bucket.address }, to)
  progress(`Fetching ${sentName(copy)} and the log after it from ${bucket.address}`)
  await fetchCopy(bucket, copy)
  const after = logIn(copy.archive).filter((name) => !isBefore(name, copy.firstSegment))
  mkdirSync(logFolder(copy.archive), { recursive: true, mode: 0o700 })
  await several(after, async (name) => {
    const file = `${name}${packedEnding}`
    try {
      await bucket.get(`${sentLog(copy.archive)}${file}`, join(logFolder(copy.archive), file))
    } catch (error) {
      if (!(error instanceof DamagedObject)) throw error
      progress(error.message)
    }
  })
}

async function fetchCopy(bucket: Bucket, copy: ArchivedCopy): Promise<void> {
  const packed = join(dirname(copy.folder), `${basename(copy.folder)}${filesEnding}.partial`)
  await bucket.get(`${sentName(copy)}${filesEnding}`, packed)
  await unpackTar(packed, copy.folder)
  rmSync(packed)
}
