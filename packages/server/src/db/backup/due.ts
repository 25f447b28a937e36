import type { BackupState } from './backup-state.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Time between two attempts after a failure. */
const RETRY_MS = 60 * MINUTE_MS
/** Half a day less than a week, so that trial restores stay on the same day of the week. */
const TRIAL_EVERY_MS = 6.5 * DAY_MS

/** Wall-clock time in UTC at which the daily backup begins. */
export interface BackupTime {
  readonly hour: number
  readonly minute: number
}

/** Folder of the daily backups of a server, their time, and what else is kept there. */
export interface BackupSchedule {
  readonly folder: string
  readonly at: BackupTime
  /** True if the log of the embedded database is archived there too, for every instant between two backups. */
  readonly isContinuous?: boolean | undefined
  /** True if each backup is also sent to a storage that speaks S3. */
  readonly isSent?: boolean | undefined
}

/** Reads a time of day such as `01:20`; undefined: the text is none. */
export function readBackupTime(text: string): BackupTime | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hour === undefined || minute === undefined ? undefined : { hour: Number(hour), minute: Number(minute) }
}

/** Returns the latest instant at or before `now` (epoch ms) at which the daily backup was to begin. */
export function lastBackupTime(now: number, { hour, minute }: BackupTime): number {
  const offsetMs = (hour * 60 + minute) * MINUTE_MS
  return Math.floor((now - offsetMs) / DAY_MS) * DAY_MS + offsetMs
}

/**
 * Returns true when a backup is to be taken now: there is none since the last time of day for it, and the last attempt
 * did not fail within the hour. A backup from the future, taken by a wrong clock, does not count.
 */
export function isBackupDue(now: number, time: BackupTime, state: BackupState): boolean {
  const { takenAt } = state
  const isTaken = takenAt !== undefined && takenAt <= now && takenAt >= lastBackupTime(now, time)
  return !isTaken && !hasJustFailed(now, state)
}

/** Returns true if the last attempt failed within the hour. */
export const hasJustFailed = (now: number, { failure }: BackupState): boolean =>
  failure !== undefined && failure.at <= now && now - failure.at < RETRY_MS

/** Returns true if the newest backup was not sent to the storage yet. */
export const isSendingDue = ({ takenAt, sent }: BackupState): boolean =>
  takenAt !== undefined && sent?.takenAt !== takenAt

/** Returns true when a backup taken now is to be restored for trial: none was for a week, or the last one was not good. */
export function isTrialDue(now: number, { trial }: BackupState): boolean {
  return trial === undefined || !trial.isGood || trial.at > now || now - trial.at >= TRIAL_EVERY_MS
}
