import { existsSync, readdirSync, rmSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { aloneWithBackups, databaseBytes } from '../db/backup/alone.ts'
import { type BackupState, readBackupState, writeBackupState } from '../db/backup/backup-state.ts'
import { type BackupTime, isBackupDue, isTrialDue } from '../db/backup/due.ts'
import { inspectBackup } from '../db/backup/inspect-backup.ts'
import { backupName, expiredBackups } from '../db/backup/rotation.ts'
import { openDatabase } from '../platform/db/index.ts'
import { messageOf, StartError } from '../platform/start-error.ts'
import { backUp, checkBackup } from './backup.ts'
import { type Surroundings, withStorage } from './with-database.ts'

const MIB = 1024 * 1024
/** A backup may be larger than the one before it by this factor. */
const GROWTH = 1.25
/** Room that a trial restore needs, by the size of the database: the copy, and the write-ahead log of its restore. */
const TRIAL_ROOM = 1.5
const PARTIAL = '.backup.partial'

/** Result of `keepBackups`: `busy` if another process does the same, `not due` if there is a backup of this day. */
export type KeptOutcome = 'done' | 'failed' | 'busy' | 'not due'

export interface KeepOptions {
  readonly folder: string
  /** Time of the daily backup: does nothing if a backup was taken since; absent: takes one in any case. */
  readonly whenDueAt?: BackupTime | undefined
  /** Restores a backup for trial; tests give another. */
  readonly check?: typeof checkBackup | undefined
}

/**
 * Runs `millwatch backup keep FOLDER`: takes a backup in `folder`, checks it, restores it for trial once a week, and
 * removes the backups that the rotation no longer keeps, only after the new one was found good. Stores the outcome for
 * all servers. If several processes run on one database, only one of them works.
 */
export async function keepBackups(surroundings: Surroundings, options: KeepOptions): Promise<KeptOutcome> {
  const outcome = await withStorage(surroundings, (url, lifecycle) => {
    const database = openDatabase({ url, logger: surroundings.logger, poolSize: { ask: 1, ingest: 1 } })
    lifecycle.onStop('database', database.close)
    return aloneWithBackups(url, async (): Promise<KeptOutcome> => {
      const before = await readBackupState(database)
      const now = surroundings.clock.now()
      if (options.whenDueAt && !isBackupDue(now, options.whenDueAt, before)) return 'not due'
      const save = (state: BackupState) => writeBackupState(database, state)
      return new Keeping(surroundings, url, options, save).run(before)
    })
  })
  return outcome ?? 'busy'
}

class Keeping {
  readonly #surroundings: Surroundings
  readonly #url: string
  readonly #folder: string
  readonly #check: typeof checkBackup
  readonly #save: (state: BackupState) => Promise<void>

  constructor(
    surroundings: Surroundings,
    url: string,
    { folder, check = checkBackup }: KeepOptions,
    save: (state: BackupState) => Promise<void>,
  ) {
    this.#surroundings = surroundings
    this.#url = url
    this.#folder = folder
    this.#check = check
    this.#save = save
  }

  async run(before: BackupState): Promise<KeptOutcome> {
    let taken: BackupState
    try {
      taken = { ...(await this.#take(before)), trial: before.trial }
    } catch (error) {
      await this.#fail(before, messageOf(error))
      return 'failed'
    }
    await this.#save(taken)
    try {
      this.#rotate()
    } catch (error) {
      await this.#fail(taken, `Old backups cannot be removed: ${messageOf(error)}`)
      return 'failed'
    }
    if (!isTrialDue(this.#now(), before) || taken.file === undefined) return 'done'
    const trial = await this.#try(taken.file)
    await this.#save({ ...taken, trial })
    this.#surroundings.progress(trial.text)
    return trial.isGood ? 'done' : 'failed'
  }

  async #fail(state: BackupState, text: string): Promise<void> {
    await this.#save({ ...state, failure: { at: this.#now(), text } })
    this.#surroundings.progress(`The backup failed: ${text}`)
  }

  /** Writes a backup and reads all of it again. A file that is not good is removed. */
  async #take(before: BackupState): Promise<BackupState> {
    const takenAt = this.#now()
    await this.#requireFolder(before.bytes ?? 0)
    const file = join(this.#folder, backupName(takenAt))
    const rows = await backUp(this.#onDatabase(), file)
    try {
      await inspectBackup(file)
    } catch (error) {
      rmSync(file, { force: true })
      throw new StartError(`${file} was written and is damaged, so it was removed. ${messageOf(error)}`, error)
    }
    return { takenAt, file, rows, bytes: (await stat(file)).size }
  }

  /** Throws unless the folder is there and has room; removes files that killed processes left unfinished. */
  async #requireFolder(bytesBefore: number): Promise<void> {
    const folder = this.#folder
    if (!existsSync(folder)) throw new StartError(`The folder ${folder} is not there. Make it, or mount its disk.`)
    for (const name of readdirSync(folder)) if (name.endsWith(PARTIAL)) rmSync(join(folder, name), { force: true })
    const freeBytes = await freeBytesOf(folder)
    if (freeBytes >= bytesBefore * GROWTH) return
    throw new StartError(
      `The disk of ${folder} has ${mib(freeBytes)} free, and the last backup took ${mib(bytesBefore)}. Make room there.`,
    )
  }

  #rotate(): void {
    for (const name of expiredBackups(readdirSync(this.#folder))) {
      rmSync(join(this.#folder, name), { force: true })
      this.#surroundings.progress(`Removed ${name}`)
    }
  }

  async #try(file: string): Promise<NonNullable<BackupState['trial']>> {
    const lines: string[] = []
    try {
      await this.#requireTrialRoom()
      const isGood = await this.#check(this.#onDatabase(), file, (line) => lines.push(line))
      return { at: this.#now(), isGood, text: isGood ? 'The trial restore is good.' : lines.slice(-20).join('\n') }
    } catch (error) {
      return { at: this.#now(), isGood: false, text: `The trial restore failed: ${messageOf(error)}` }
    }
  }

  async #requireTrialRoom(): Promise<void> {
    const { dataFolder, databaseUrl } = this.#surroundings.config
    // The disk of another machine cannot be seen.
    if (databaseUrl !== undefined) return
    const [freeBytes, bytes] = [await freeBytesOf(dataFolder), await databaseBytes(this.#url)]
    if (freeBytes >= bytes * TRIAL_ROOM) return
    throw new StartError(
      `${dataFolder} has ${mib(freeBytes)} free, and a trial restore needs ${mib(bytes * TRIAL_ROOM)}. ` +
        'Make room, or check the backups on another machine (millwatch backup check).',
    )
  }

  #now(): number {
    return this.#surroundings.clock.now()
  }

  /** The same surroundings with the database that is open already. */
  #onDatabase(): Surroundings {
    const { config } = this.#surroundings
    return { ...this.#surroundings, config: { ...config, databaseUrl: this.#url } }
  }
}

const mib = (bytes: number): string => `${Math.ceil(bytes / MIB).toLocaleString('en')} MiB`

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
