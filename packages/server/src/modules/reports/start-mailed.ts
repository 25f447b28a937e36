import { repeat } from '../../platform/repeat.ts'
import { companiesWithReportReaders } from '../identity/index.ts'
import { type MailedNeeds, mailDueReports } from './mailed.ts'

export interface MailedReports {
  /** Enqueues all reports that are due now. */
  settle(): Promise<void>
  stop(): Promise<void>
}

const everyMs = 60_000

/**
 * Starts to enqueue due mailed reports of all companies on this server, once a minute. An error ends a turn, so later companies
 * wait for the next one, and is logged.
 */
export function startMailedReports(needs: MailedNeeds): MailedReports {
  const { database, logger } = needs
  let isStopped = false
  const look = async () => {
    for (const companyId of await companiesWithReportReaders(database)) {
      if (isStopped) return
      await mailDueReports(needs, companyId)
    }
  }
  const failed = (error: unknown) => logger.warn({ err: error }, 'Due reports by email could not be read')
  const looking = repeat(look, { everyMs, failed })
  return {
    settle: looking.now,
    stop() {
      isStopped = true
      return looking.stop()
    },
  }
}
