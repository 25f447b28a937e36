import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveTo, type Identity } from './identity.ts'

/**
 * Seconds after which PostgreSQL closes a segment of its log that has something new. With the few seconds in which it
 * is copied, nothing that is older than a minute is missing from the archive.
 */
export const ARCHIVE_TIMEOUT_S = 45

/** File in the folder of the database with the name of its archive; absent: its log is not archived. */
export const archiveMark = 'millwatch-archive'

/** Folder in which PostgreSQL puts closed segments of its log, until a server has copied them to the archive. */
export const archiveSpool = (dataFolder: string): string => join(dataFolder, 'wal')

/** Returns the name of the archive of an embedded database; undefined: its log is not archived. */
export function archiveNameOf(clusterFolder: string): string | undefined {
  const path = join(clusterFolder, archiveMark)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/**
 * Begins to archive the log of a database (true), or ends it (false); undefined changes nothing. An archive that begins
 * has a new name, since it needs a new copy of the database: what was written before was not archived.
 */
export function settleArchive(
  folders: { readonly data: string; readonly cluster: string },
  identity: Identity,
  archives: boolean | undefined,
): void {
  const mark = join(folders.cluster, archiveMark)
  if (archives === false) {
    rmSync(mark, { force: true })
    rmSync(archiveSpool(folders.data), { recursive: true, force: true })
  }
  if (archives === true && !existsSync(mark)) {
    rmSync(archiveSpool(folders.data), { recursive: true, force: true })
    renameArchive(folders.cluster)
    giveTo(identity, mark)
  }
  if (!existsSync(mark)) return
  mkdirSync(archiveSpool(folders.data), { recursive: true, mode: 0o700 })
  giveTo(identity, archiveSpool(folders.data))
}

/** Gives the archive of a database a new name, so that another one begins. */
export function renameArchive(clusterFolder: string): void {
  writeFileSync(join(clusterFolder, archiveMark), `${randomBytes(6).toString('hex')}\n`, { mode: 0o600 })
}

/** Returns the settings by which PostgreSQL archives its log; none if it does not. */
export function archiveSettings(folders: { readonly data: string; readonly cluster: string }): Record<string, string> {
  if (archiveNameOf(folders.cluster) === undefined) return {}
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': archiveSpool(folders.data),
    archive_timeout: `${ARCHIVE_TIMEOUT_S}s`,
  }
}
