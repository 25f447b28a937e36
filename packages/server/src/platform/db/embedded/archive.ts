import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveTo, type Identity } from './identity.ts'

/**
 * Time after which PostgreSQL closes a segment of its log that has new entries, in seconds. With the few seconds that copying the
 * segment takes, the archive lacks at most the last minute.
 */
export const ARCHIVE_TIMEOUT_S = 45

/** Name of the file in the database folder that contains the name of its archive. Without this file the log is not archived. */
export const archiveMark = 'millwatch-archive'

/**
 * Returns the path of the folder in which PostgreSQL puts closed segments of its log, until a server has copied them to the
 * archive.
 */
export const archiveSpool = (dataFolder: string): string => join(dataFolder, 'wal')

/** Returns the name of the archive of an embedded database; undefined: its log is not archived. */
export function archiveNameOf(clusterFolder: string): string | undefined {
  const path = join(clusterFolder, archiveMark)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/**
 * Begins (`archives` true) or ends (false) to archive the log of a database by its mark file; undefined leaves the state as it
 * is. A begin where the log is archived already changes nothing. A new archive gets a new name, since it needs a new copy of the
 * database. The folder for closed segments is made when archiving is on, and removed with its content when it ends or begins.
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

/** Writes a new random name for the archive of a database, so that the next segments begin another archive. */
export function renameArchive(clusterFolder: string): void {
  writeFileSync(join(clusterFolder, archiveMark), `${randomBytes(6).toString('hex')}\n`, { mode: 0o600 })
}

/** Returns the server settings by which PostgreSQL archives its log; an empty object if it is not archived. */
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
