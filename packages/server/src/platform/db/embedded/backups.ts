import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileFault } from '../../file-faults.ts'
import { messageOf, StartError } from '../../start-error.ts'
import { archiveMark } from './archive.ts'
import { lockFile } from './instance-lock.ts'

const kept = 3
const unfinished = '.unfinished'

/**
 * Returns the name of a backup, such as `2026-11-21T07-30-00Z-before-0002`, which sorts by time and is valid as a file
 * name everywhere.
 */
function nameOf(at: number, migration: number): string {
  const when = Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: 'second' }).replaceAll(':', '-')
  return `${when}-before-${String(migration).padStart(4, '0')}`
}

/**
 * Returns the names of the copies made before an upgrade (`...-before-0123`), oldest first; an empty list if the folder does not
 * exist.
 */
export function listBackups(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /-before-\d{4}$/.test(name))
    .sort()
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(unfinished))) {
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Copies the folder `dataFolder` of the stopped database (not the whole data folder of the server) before a migration. Returns
 * the path of the copy, which lacks the lock files and the mark of the archive. Keeps the last three copies with the new one, and
 * removes older and interrupted ones. Throws a start error, and leaves nothing behind, when the copy fails.
 */
export function backUp(options: { dataFolder: string; backups: string; at: number; migration: number }): string {
  const { dataFolder, backups, at, migration } = options
  const copy = join(backups, nameOf(at, migration))
  try {
    mkdirSync(backups, { recursive: true, mode: 0o700 })
    removeUnfinished(backups)
    // To read the lock file would end the lock of this process (POSIX), and a copy needs none. Nor may a copy that is put
    // back continue in the archive of the database.
    const filter = (path: string) => ![lockFile, archiveMark].includes(basename(path))
    cpSync(dataFolder, `${copy}${unfinished}`, {
      recursive: true,
      preserveTimestamps: true,
      errorOnExist: true,
      filter,
    })
    // Lock file of the stopped server; the copy must not look as if a server were running on it.
    rmSync(join(`${copy}${unfinished}`, 'postmaster.pid'), { force: true })
    renameSync(`${copy}${unfinished}`, copy)
  } catch (error) {
    rmSync(`${copy}${unfinished}`, { recursive: true, force: true })
    throw new StartError(
      `The data must be copied to ${backups} before it is migrated, and that failed: ` +
        `${fileFault(error) ?? 'make room there'}. Nothing was changed; start again afterwards (${messageOf(error)}).`,
      error,
    )
  }
  for (const old of listBackups(backups).slice(0, -kept)) rmSync(join(backups, old), { recursive: true, force: true })
  return copy
}
