import { DAY_MS, MINUTE_MS } from '@millwatch/domain/time'
import type { BackupState } from './backup-state.ts'

/** Time (ms) between a failed attempt and the next one. */
const RETRY_MS = 60 * MINUTE_MS
/**
 * Least time (ms) between two trial restores. It is half a day less than a week, so that they stay on the same day of the week.
 */
const TRIAL_EVERY_MS = 6.5 * DAY_MS

/** Wall-clock time in UTC at which the daily backup begins. */
export interface BackupTime {
  readonly hour: number
  readonly minute: number
}

/** Folder of the daily backups of a server, their time of day, and the additional ways in which data is kept. */
export interface BackupSchedule {
  readonly folder: string
  readonly at: BackupTime
  /**
   * True if the log of the embedded database is archived in the folder too, so that each instant between two backups can be
   * restored.
   */
  readonly isContinuous?: boolean | undefined
  /** True if each backup is also sent to a storage that speaks S3. */
  readonly isSent?: boolean | undefined
}

/** Parses a time of day such as `01:20` (two digits each, 00:00 to 23:59); undefined for any other text. */
export function readBackupTime(text: string): BackupTime | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hour === undefined || minute === undefined ? undefined : { hour: Number(hour), minute: Number(minute) }
}

/** Returns the latest instant (epoch ms) at or before `now` at which the daily backup was to begin. */
export function lastBackupTime(now: number, { hour, minute }: BackupTime): number {
  const offsetMs = (hour * 60 + minute) * MINUTE_MS
  return Math.floor((now - offsetMs) / DAY_MS) * DAY_MS + offsetMs
}

/**
 * Returns true when a backup is to be taken at `now` (epoch ms): none was taken since `time` last came, and no attempt failed
 * within the 60 minutes before `now`. A backup with an instant after `now`, taken with a wrong clock, is ignored.
 */
export function isBackupDue(now: number, time: BackupTime, state: BackupState): boolean {
  const { takenAt } = state
  const isTaken = takenAt !== undefined && takenAt <= now && takenAt >= lastBackupTime(now, time)
  return !isTaken && !hasJustFailed(now, state)
}

/** Returns true if the last attempt failed less than an hour before `now` (epoch ms), and not after it. */
export const hasJustFailed = (now: number, { failure }: BackupState): boolean =>
  failure !== undefined && failure.at <= now && now - failure.at < RETRY_MS

/** Returns true if there is a backup and the newest one was not sent to the storage yet. */
export const isSendingDue = ({ takenAt, sent }: BackupState): boolean =>
  takenAt !== undefined && sent?.takenAt !== takenAt

/**
 * Returns true when a backup taken at `now` (epoch ms) is to be restored for trial: there was no trial, the last one was not
 * good, was 6.5 days ago or more, or lies after `now`.
 */
export function isTrialDue(now: number, { trial }: BackupState): boolean {
  return trial === undefined || !trial.isGood || trial.at > now || now - trial.at >= TRIAL_EVERY_MS
}
