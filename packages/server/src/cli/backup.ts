import { existsSync, statSync } from 'node:fs'
import manifest from '../../package.json' with { type: 'json' }
import { BrokenBackup } from '../db/backup/broken-backup.ts'
import { checkFrames, type Inspection, inspectBackup } from '../db/backup/inspect-backup.ts'
import { FullInstallation, readBackup, readHead } from '../db/backup/read-backup.ts'
import type { BackupHead } from '../db/backup/shape.ts'
import { writeBackup } from '../db/backup/write-backup.ts'
import { migrate } from '../db/migrate.ts'
import { type Migration, readMigrations } from '../db/migration-files.ts'
import { withScratchDatabase } from '../db/scratch-database.ts'
import { isDiskFull } from '../platform/db/faults.ts'
import { openDatabase } from '../platform/db/index.ts'
import { writingFile } from '../platform/file-faults.ts'
import { toIso } from '../platform/http/instants.ts'
import { StartError } from '../platform/start-error.ts'
import { look } from './verify.ts'
import { type Surroundings, withIdleStorage, withServer, withStorage } from './with-database.ts'

/** Returns a count with its noun, such as `1,000 rows`. */
const amount = (count: number, noun: string): string => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
const total = (rows: Readonly<Record<string, number>>) => Object.values(rows).reduce((sum, count) => sum + count, 0)

/**
 * Runs `millwatch backup FILE`: writes all data of the installation to a new file while the servers go on. Returns the number of
 * rows. Throws a start error if the file exists or cannot be written.
 */
export async function backUp(surroundings: Surroundings, file: string): Promise<number> {
  const { clock, progress } = surroundings
  if (existsSync(file)) throw new StartError(`${file} is there already. Give another name, or remove it.`)
  const options = { file, program: manifest.version, takenAt: clock.now(), progress }
  return writingFile(file, async () =>
    total(await withStorage(surroundings, (url) => writeBackup({ ...options, url }))),
  )
}

/**
 * Runs `millwatch restore FILE` on an empty installation: checks the file, restores it and applies newer migrations. Returns the
 * number of restored rows. Throws a start error, and restores nothing, if there is data, or the file is damaged or of a newer
 * program.
 */
export async function restore(surroundings: Surroundings, file: string): Promise<number> {
  return explaining(file, async () => {
    const { clock, progress } = surroundings
    const head = await readHead(file)
    const migrations = await migrationsFor(head)
    // The file is checked before anything is created.
    await checkFrames(file)
    return withIdleStorage(surroundings, migrations.slice(0, head.migration), async (url) => {
      const rows = await readBackup({ url, file, progress })
      await migrate(url, migrations, { clock })
      return total(rows)
    })
  })
}

/**
 * Runs `millwatch backup check FILE`: checks the file, restores it into a temporary database, and checks the invariants in it.
 * Prints the result of each step. Returns false when an invariant does not hold. Throws a start error when the file is damaged or
 * of a newer program.
 */
export async function checkBackup(
  surroundings: Surroundings,
  file: string,
  print: (line: string) => void,
): Promise<boolean> {
  return explaining(file, async () => {
    const { clock, logger, progress } = surroundings
    const inspection = await inspectBackup(file)
    printInspection(inspection, print)
    const migrations = await migrationsFor(inspection.head)
    return withServer(surroundings, (serverUrl) =>
      withScratchDatabase(serverUrl, async (url) => {
        progress('Restoring it into a database of its own')
        await migrate(url, migrations.slice(0, inspection.head.migration), { clock })
        const rows = await readBackup({ url, file, progress })
        await migrate(url, migrations, { clock })
        print(`Trial restore: ${amount(total(rows), 'row')}, in a database that is dropped again.`)
        const database = openDatabase({ url, logger, poolSize: { ask: 2, ingest: 1 } })
        const findings = await look(surroundings, database, (line) => print(`Invariants: ${line}`)).finally(
          database.close,
        )
        print(
          findings.length === 0 ? 'The backup is good.' : 'The backup is undamaged, but its data breaks invariants.',
        )
        return findings.length === 0
      }),
    )
  })
}

function printInspection({ head, rows, frames, bytes }: Inspection, print: (line: string) => void): void {
  const tables = Object.entries(rows)
  print(`Written by Millwatch ${head.program} at ${toIso(head.takenAt)}, with migration ${head.migration}.`)
  print(`Checksums: ${amount(frames, 'frame')}, ${amount(bytes, 'byte')} and the SHA-256 of the whole are right.`)
  for (const [table, count] of tables) if (count > 0) print(`${table.padEnd(24)} ${amount(count, 'row')}`)
  print(`Rows: ${amount(total(rows), 'row')} of ${amount(tables.length, 'table')}, as many as the backup says.`)
}

/** Returns the migrations of this program. Throws a start error when the backup has one that this program lacks. */
async function migrationsFor({ program, migration }: BackupHead): Promise<Migration[]> {
  const migrations = await readMigrations()
  if (migration <= migrations.length) return migrations
  throw new StartError(
    `The backup is of a newer Millwatch (${program}, migration ${migration}); this one knows ${migrations.length}.`,
  )
}

/**
 * Runs `work` on a backup file and returns its result. Turns a damaged or missing file, a folder, an installation with data, and
 * a full disk into start errors with messages for the operator.
 */
async function explaining<T>(file: string, work: () => Promise<T>): Promise<T> {
  if (!existsSync(file)) throw new StartError(`${file} is not there`)
  if (statSync(file).isDirectory()) throw new StartError(`${file} is a folder. Name one backup in it.`)
  try {
    return await work()
  } catch (error) {
    if (error instanceof BrokenBackup)
      throw new StartError(`${file} cannot be restored, and nothing was changed. ${error.message}.`, error)
    if (error instanceof FullInstallation)
      throw new StartError(
        'A backup is restored into an empty installation only. Set MILLWATCH_DATA to a new folder, or DATABASE_URL to a new database.',
      )
    if (isDiskFull(error))
      throw new StartError(
        `The disk of the database is full, and nothing was restored of ${file}. Make room there, or choose a folder on ` +
          'another disk (MILLWATCH_DATA), then restore again.',
        error,
      )
    throw error
  }
}
