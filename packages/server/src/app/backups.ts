import { type BackupState, readBackupState } from '../db/backup/backup-state.ts'
import { type BackupSchedule, hasJustFailed, isBackupDue, isSendingDue } from '../db/backup/due.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/index.ts'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Archive } from './archive.ts'
import { type BackupProcess, startBackupProcess } from './backup-process.ts'

export interface BackupsSettings {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** Absent: this server makes no backups, and shows those of other servers in its metrics. */
  readonly schedule?: BackupSchedule | undefined
  /** Absent: the log of the database is not archived. */
  readonly archive?: Archive | undefined
  /** Starts the process that makes a backup; tests give another. */
  readonly start?: (schedule: BackupSchedule) => BackupProcess
}

export interface Backups {
  /** Makes a backup if one is due and waits for its end, and reads the outcome for the metrics. */
  look(): Promise<void>
  /**
   * Returns the warning for `/health/ready` about a failed backup, a failed trial restore or a late archive; undefined: there is
   * none.
   */
  warning(): string | undefined
  stop(): Promise<void>
}

const LOOK_MS = 60_000
/** Age (ms) of a segment of the log that waits for its archive from which on the server warns. */
const LATE_MS = 120_000
/** Time (ms) after an attempt before the next one: another server may be making the backup meanwhile. */
const PAUSE_MS = 10 * 60_000

/**
 * Begins to check every minute if a backup is due, and adds the gauges about backups, which show the stored outcome at once. A
 * backup is made by a process of its own, with low priority. Without a schedule, only the outcome of other servers is read.
 */
export function startBackups(settings: BackupsSettings): Backups {
  const { database, clock, logger, schedule, archive, start = startBackupProcess } = settings
  let state: BackupState = {}
  addGauges(settings, () => state)
  let running: BackupProcess | undefined
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let isStopped = false
  const unread = (error: unknown) => logger.warn({ err: error }, 'The state of the backups cannot be read')
  const first = readBackupState(database).then((stored) => {
    state = stored
  }, unread)
  const make = async (at: BackupSchedule) => {
    const before = state
    running = start(at)
    const { code, output } = await running.ended
    running = undefined
    pausedUntilMs = clock.monotonicMs() + PAUSE_MS
    if (isStopped) return
    state = await readBackupState(database)
    report(logger, before, state)
    if (code !== 0 && state.failure === undefined && state.trial?.isGood !== false)
      logger.error({ code, output }, 'The process that makes the backups failed')
  }
  const look = async () => {
    await first
    state = await readBackupState(database)
    if (schedule === undefined || running !== undefined || isStopped) return
    const now = clock.now()
    const isIncomplete =
      archive?.needsCopy() === true ||
      archive?.needsSending(state.sentCopy) === true ||
      (schedule.isSent === true && isSendingDue(state))
    const isDue = isBackupDue(now, schedule.at, state) || (isIncomplete && !hasJustFailed(now, state))
    if (clock.monotonicMs() < pausedUntilMs || !isDue) return
    await make(schedule)
  }
  const timer = setInterval(() => void look().catch(unread), LOOK_MS)
  return {
    look,
    warning: () => warningOf(state, archive, clock.now()),
    async stop() {
      isStopped = true
      clearInterval(timer)
      running?.kill()
      await first
      await running?.ended
    },
  }
}

const WHERE = 'The operator finds the reason with `millwatch backup status`.'

function warningOf({ failure, trial }: BackupState, archive: Archive | undefined, now: number): string | undefined {
  if (failure !== undefined) return `The last backup failed. ${WHERE}`
  if (trial?.isGood === false) return `The last trial restore of a backup failed. ${WHERE}`
  if (archive === undefined) return undefined
  if (archive.lateMs(now) > LATE_MS)
    return 'The log of the database does not come to its archive. The folder of the backups is full or away.'
  return archive.storageLateMs(now) > LATE_MS
    ? 'The log of the database does not come to the storage. It is away, or refuses it.'
    : undefined
}

/** Logs a new backup, a new failure and a new trial restore, as far as they differ from the outcome before. */
function report(
  logger: Logger,
  before: BackupState,
  { takenAt, file, rows, bytes, failure, trial }: BackupState,
): void {
  if (takenAt !== before.takenAt) logger.info({ file, rows, bytes }, 'A backup was made and checked')
  if (failure && failure.at !== before.failure?.at) logger.error({ text: failure.text }, 'A backup failed')
  if (!trial || trial.at === before.trial?.at) return
  if (trial.isGood) logger.info({ file }, 'A backup was restored for trial, and its data holds')
  else logger.error({ file, text: trial.text }, 'The trial restore of a backup failed')
}

function addGauges({ metrics, clock, schedule, archive }: BackupsSettings, read: () => BackupState): void {
  const ageS = (at: number | undefined) => (at === undefined ? Number.POSITIVE_INFINITY : (clock.now() - at) / 1000)
  metrics.gauge('backup_scheduled', '1 if this server makes backups by itself', () => Number(schedule !== undefined))
  metrics.gauge('backup_storage_scheduled', '1 if this server sends its backups to a storage', () =>
    Number(schedule?.isSent === true),
  )
  metrics.gauge('backup_storage_age_seconds', 'Age of the newest backup in the storage', () =>
    ageS(read().sent?.takenAt),
  )
  metrics.gauge('backup_age_seconds', 'Age of the newest backup made by itself', () => ageS(read().takenAt))
  metrics.gauge(
    'backup_log_late_seconds',
    'Time that the oldest closed segment of the log of the database waits for the archive',
    () => (archive?.lateMs(clock.now()) ?? 0) / 1000,
  )
  metrics.gauge(
    'backup_log_storage_late_seconds',
    'Time that the oldest segment of the archive waits for the storage',
    () => (archive?.storageLateMs(clock.now()) ?? 0) / 1000,
  )
  metrics.gauge('backup_bytes', 'Size of the newest backup made by itself', () => read().bytes ?? 0)
  metrics.gauge('backup_failed', '1 if the last attempt to make a backup failed', () =>
    Number(read().failure !== undefined),
  )
  metrics.gauge('backup_trial_age_seconds', 'Time since the last trial restore', () => ageS(read().trial?.at))
  metrics.gauge('backup_trial_failed', '1 if the last trial restore failed', () =>
    Number(read().trial?.isGood === false),
  )
}
