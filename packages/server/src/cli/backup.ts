import { existsSync } from 'node:fs'
import manifest from '../../package.json' with { type: 'json' }
import { BrokenBackup } from '../db/backup/frames.ts'
import { checkBackup, FullInstallation, readBackup, readHead } from '../db/backup/read-backup.ts'
import { writeBackup } from '../db/backup/write-backup.ts'
import { migrate } from '../db/migrate.ts'
import { readMigrations } from '../db/migration-files.ts'
import { StartError } from '../platform/start-error.ts'
import { type Surroundings, withIdleStorage, withStorage } from './with-database.ts'

const total = (rows: Readonly<Record<string, number>>) => Object.values(rows).reduce((sum, one) => sum + one, 0)

/** `millwatch backup FILE`: the answer is the number of rows in it. */
export async function backUp(surroundings: Surroundings, file: string): Promise<number> {
  const { clock, say } = surroundings
  if (existsSync(file)) throw new StartError(`${file} is there already. Give another name, or remove it.`)
  const options = { file, program: manifest.version, takenAt: clock.now(), progress: say }
  return total(await withStorage(surroundings, (url) => writeBackup({ ...options, url })))
}

/** `millwatch restore FILE`: into an empty installation. The answer is the number of rows that were read. */
export async function restore(surroundings: Surroundings, file: string): Promise<number> {
  if (!existsSync(file)) throw new StartError(`${file} is not there`)
  const { clock, say } = surroundings
  try {
    const head = await readHead(file)
    const migrations = await readMigrations()
    if (head.migration > migrations.length) {
      throw new StartError(
        `The backup is of a newer Millwatch (${head.program}, migration ${head.migration}); this one knows ${migrations.length}.`,
      )
    }
    // Seen to be whole before anything is made.
    await checkBackup(file)
    return await withIdleStorage(surroundings, migrations.slice(0, head.migration), async (url) => {
      const rows = await readBackup({ url, file, progress: say })
      await migrate(url, migrations, { clock })
      return total(rows)
    })
  } catch (error) {
    if (error instanceof BrokenBackup) throw new StartError(`${file} is not a whole backup: ${error.message}.`, error)
    if (error instanceof FullInstallation)
      throw new StartError(
        'A backup is restored into an empty installation only. Set MILLWATCH_DATA to a new folder, or DATABASE_URL to a new database.',
      )
    throw error
  }
}
