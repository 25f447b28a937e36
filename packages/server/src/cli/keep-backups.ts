import { aloneWithBackups } from '../db/backup/alone.ts'
import { type BackupState, readBackupState, writeBackupState } from '../db/backup/backup-state.ts'
import { type BackupTime, hasJustFailed, isBackupDue, isSendingDue, isTrialDue } from '../db/backup/due.ts'
import { openDatabase } from '../platform/db/index.ts'
import { fileFault } from '../platform/file-faults.ts'
import type { Bucket } from '../platform/s3/bucket.ts'
import { messageOf } from '../platform/start-error.ts'
import { checkBackup } from './backup.ts'
import {
  copyDatabase,
  type Keeper,
  lacksCopy,
  lacksSentCopy,
  rotateFolder,
  sendBackup,
  sendDatabase,
  takeBackup,
  tryBackup,
} from './backup-steps.ts'
import { type Surroundings, withStorage } from './with-database.ts'

/** Outcome of `keepBackups`: `busy` if another process is doing the same, `not due` if there was nothing to do. */
export type KeptOutcome = 'done' | 'failed' | 'busy' | 'not due'

export interface KeepOptions {
  readonly folder: string
  /** Time of the daily backup: a new backup is taken only if there is none since then. Absent: one is taken in any case. */
  readonly whenDueAt?: BackupTime | undefined
  /** Storage that gets every backup too; absent: none. */
  readonly bucket?: Bucket | undefined
  /** Function that restores a backup for trial; tests give another. */
  readonly check?: typeof checkBackup | undefined
}

/**
 * Runs `millwatch backup keep FOLDER`: takes a backup in `folder` and checks it. If that succeeds, copies the embedded database
 * to its archive, sends both to the storage, and removes the backups that the rotation no longer keeps, each also if another of
 * these fails. Once a week, and whenever the last trial was not good, restores the new one for trial. If no backup is due, makes
 * up for missing copies and sends, but not within an hour after a failure. Stores the outcome. Only one process per database
 * works.
 */
export async function keepBackups(surroundings: Surroundings, options: KeepOptions): Promise<KeptOutcome> {
  const outcome = await withStorage(surroundings, (url, lifecycle) => {
    const database = openDatabase({ url, logger: surroundings.logger, poolSize: { ask: 1, ingest: 1 } })
    lifecycle.onStop('database', database.close)
    return aloneWithBackups(url, async (): Promise<KeptOutcome> => {
      const before = await readBackupState(database)
      const now = surroundings.clock.now()
      const keeper = keeperOf(surroundings, url, options)
      const save = (state: BackupState) => writeBackupState(database, state)
      if (options.whenDueAt === undefined || isBackupDue(now, options.whenDueAt, before))
        return takeNew(keeper, before, save)
      return hasJustFailed(now, before) ? 'not due' : complete(keeper, before, save)
    })
  })
  return outcome ?? 'busy'
}

function keeperOf(surroundings: Surroundings, url: string, options: KeepOptions): Keeper {
  const { config } = surroundings
  const { folder, bucket, check = checkBackup } = options
  return {
    ...{ folder, bucket, check, url },
    surroundings: { ...surroundings, config: { ...config, databaseUrl: url } },
    embedded: config.databaseUrl === undefined ? config.dataFolder : undefined,
  }
}

type Save = (state: BackupState) => Promise<void>

/** Work on a backup after it was taken, with the beginning of the text if it fails. */
interface Step {
  readonly failed: string
  readonly run: (keeper: Keeper, state: BackupState) => Promise<BackupState> | BackupState
}

const copying: Step = {
  failed: 'The database could not be copied to its archive',
  run: async (keeper, state) => {
    await copyDatabase(keeper)
    return state
  },
}
const sending: Step = { failed: 'The backup could not be sent to the storage', run: sendBackup }
const sendingCopy: Step = { failed: 'The copy of the database could not be sent to the storage', run: sendDatabase }
const rotating: Step = {
  failed: 'Old backups cannot be removed',
  run: (keeper, state) => {
    rotateFolder(keeper)
    return state
  },
}

async function takeNew(keeper: Keeper, before: BackupState, save: Save): Promise<KeptOutcome> {
  let taken: BackupState
  try {
    taken = { ...before, failure: undefined, ...(await takeBackup(keeper, before)) }
  } catch (error) {
    await save(failedBy(keeper, before, messageOf(error)))
    return 'failed'
  }
  await save(taken)
  const state = await follow(keeper, taken, [copying, sending, sendingCopy, rotating])
  await save(state)
  const outcome = state.failure === undefined ? 'done' : 'failed'
  if (!isTrialDue(keeper.surroundings.clock.now(), before)) return outcome
  const trial = await tryBackup(keeper, state)
  await save({ ...state, trial })
  keeper.surroundings.progress(trial.text)
  return trial.isGood ? outcome : 'failed'
}

/**
 * Makes up for steps that the last backup lacks: the copy of an archive that began after it, and sending the backup or the copy
 * to the storage. Returns `not due` if nothing is missing.
 */
async function complete(keeper: Keeper, before: BackupState, save: Save): Promise<KeptOutcome> {
  const needsCopy = lacksCopy(keeper)
  const steps = [
    ...(needsCopy ? [copying] : []),
    ...(keeper.bucket !== undefined && isSendingDue(before) ? [sending] : []),
    ...(needsCopy || lacksSentCopy(keeper, before) ? [sendingCopy] : []),
  ]
  if (steps.length === 0) return 'not due'
  const state = await follow(keeper, { ...before, failure: undefined }, steps)
  await save(state)
  return state.failure === undefined ? 'done' : 'failed'
}

/**
 * Runs all steps in order, also after one has failed, and returns the last state. If any failed, the state has the texts of all
 * failures.
 */
async function follow(keeper: Keeper, before: BackupState, steps: readonly Step[]): Promise<BackupState> {
  const failures: string[] = []
  let state = before
  for (const { failed, run } of steps)
    try {
      state = await run(keeper, state)
    } catch (error) {
      failures.push(`${failed}: ${fileFault(error) ?? messageOf(error)}`)
    }
  return failures.length === 0 ? state : failedBy(keeper, state, failures.join('. '))
}

function failedBy({ surroundings }: Keeper, state: BackupState, text: string): BackupState {
  surroundings.progress(`The backup failed: ${text}`)
  return { ...state, failure: { at: surroundings.clock.now(), text } }
}
