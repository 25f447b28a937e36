import { HOUR_MS } from '@millwatch/domain/time'
import type { BackupState } from '../db/backup/backup-state.ts'
import { toIso } from '../platform/http/instants.ts'

/**
 * Returns lines for the operator about the backups that Millwatch makes by itself, as of `now` (epoch ms): the last one, those in
 * the storage, the last failure and the last trial restore. Only one line if none was tried yet.
 */
export function describeBackups(
  { takenAt, file, rows, bytes, sent, sentCopy, failure, trial }: BackupState,
  now: number,
): string[] {
  if (takenAt === undefined && failure === undefined)
    return ['No backup was made by itself yet. BACKUP_FOLDER names a folder for them.']
  const hours = takenAt === undefined ? 0 : Math.floor((now - takenAt) / HOUR_MS)
  return [
    takenAt === undefined
      ? 'No backup has succeeded yet.'
      : `Last backup    ${toIso(takenAt)}, ${hours} h ago: ${rows?.toLocaleString('en')} rows, ${bytes?.toLocaleString('en')} bytes, ${file}`,
    ...(sent ? [`In the storage ${toIso(sent.takenAt)}: ${sent.bytes.toLocaleString('en')} bytes, ${sent.name}`] : []),
    ...(sentCopy ? [`Copy of the database in the storage ${sentCopy}`] : []),
    ...(failure ? [`Last attempt   failed at ${toIso(failure.at)}. ${failure.text}`] : []),
    trial ? `Trial restore  ${toIso(trial.at)}: ${trial.text}` : 'Trial restore  none yet',
  ]
}
