import { isTransient } from '../platform/db/faults.ts'
import type { Database } from '../platform/db/index.ts'
import { StartError } from '../platform/start-error.ts'
import { MIGRATED_CHANNEL, migrationState } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

/**
 * Calls `onNewer` with the reason, in words for the operator, at each look that finds a migration that this program does not know
 * or has with another text: this server would write by older rules. Looks at once, at each migration by another server and after
 * each reconnect. Returns a function that ends this.
 */
export async function watchMigrations(
  url: string,
  database: Database,
  onNewer: (reason: string) => void,
): Promise<() => Promise<void>> {
  const migrations = await readMigrations()
  const look = async (): Promise<void> => {
    try {
      await migrationState(url, migrations)
    } catch (error) {
      if (error instanceof StartError) onNewer(error.message)
      // A database that went away is looked at again when the connection is back.
      else if (!isTransient(error)) throw error
    }
  }
  const stop = await database.listen(
    MIGRATED_CHANNEL,
    () => void look(),
    () => void look(),
  )
  // Another server may have migrated between the start of this one and now.
  await look()
  return stop
}
