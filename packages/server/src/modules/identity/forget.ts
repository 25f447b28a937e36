import { DAY_MS, HOUR_MS } from '@millwatch/domain/time'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Logger } from '../../platform/logger.ts'
import { deleteMailBefore } from '../../platform/mail/store-directory.ts'
import { type Repetition, repeat } from '../../platform/repeat.ts'
import { deleteAttemptsBefore } from './store-directory-attempts.ts'
import { deleteCodesBefore } from './store-directory-codes.ts'
import { deleteChallengesBefore } from './store-directory-passkeys.ts'
import { deleteSessionsBefore } from './store-directory-sessions.ts'

/** Time (ms) for which ended sessions, codes and mail are kept for inquiries. */
const keptMs = 30 * DAY_MS
/** Time (ms) for which counts of attempts and used challenges are kept: longer than the longest counting window. */
const countedMs = 2 * DAY_MS

/**
 * Starts to delete, once an hour and first after an hour, sessions that ended or expired, codes that expired, and mail that was
 * sent or given up, more than 30 days ago. Also deletes counts of attempts whose window began, and marks and used challenges
 * that ended, more than 2 days ago. Failures are logged.
 */
export function startForgetting(deps: { database: Database; clock: Clock; logger: Logger }): Repetition {
  const { database, clock, logger } = deps
  const forget = () => {
    const now = clock.now()
    return Promise.all([
      deleteSessionsBefore(database, now - keptMs),
      deleteCodesBefore(database, now - keptMs),
      deleteMailBefore(database, now - keptMs),
      deleteChallengesBefore(database, now - countedMs),
      deleteAttemptsBefore(database, now - countedMs),
    ])
  }
  const failed = (error: unknown) =>
    logger.warn({ err: error }, 'Old sessions, codes, mail or attempts could not be deleted')
  return repeat(forget, { everyMs: HOUR_MS, failed })
}
