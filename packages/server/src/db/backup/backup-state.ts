import type { Database } from '../../platform/db/index.ts'
import { readInstallation, writeInstallation } from '../../platform/installation/store-directory.ts'

/** Outcome of the backups that Millwatch makes by itself, stored once for all servers. Instants are epoch ms. */
export interface BackupState {
  /** Instant of the snapshot of the newest checked backup; absent: there is none. */
  readonly takenAt?: number | undefined
  readonly file?: string | undefined
  readonly bytes?: number | undefined
  readonly rows?: number | undefined
  /** Newest backup in the storage, by its name there; absent: none was sent. */
  readonly sent?: { readonly takenAt: number; readonly name: string; readonly bytes: number } | undefined
  /** Newest copy of the embedded database in the storage, by its name there; absent: none was sent. */
  readonly sentCopy?: string | undefined
  /** Time and error of the last attempt, if it failed; absent: it succeeded, or there was none. */
  readonly failure?: { readonly at: number; readonly text: string } | undefined
  /** Outcome of the last trial restore. `text` has the findings, or the reason why it could not be done. */
  readonly trial?: { readonly at: number; readonly isGood: boolean; readonly text: string } | undefined
}

const NAME = 'backup'

export const readBackupState = async (database: Database): Promise<BackupState> =>
  (await readInstallation<BackupState>(database, NAME)) ?? {}

export const writeBackupState = (database: Database, state: BackupState): Promise<void> =>
  writeInstallation(database, NAME, state)
