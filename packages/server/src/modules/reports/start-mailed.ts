import { companiesWithReportReaders } from '../identity/index.ts'
import { type MailedNeeds, mailDueReports } from './mailed.ts'

export interface MailedReports {
  /** Enqueues all reports that are due now, or waits for the look that is under way. */
  settle(): Promise<void>
  stop(): Promise<void>
}

const everyMs = 60_000

/**
 * Starts to enqueue due mailed reports of all companies on this server, once a minute. A look is not started while the last one
 * runs. An error ends it, so later companies wait for the next one, and is logged.
 */
export function startMailedReports(needs: MailedNeeds): MailedReports {
  const { database, logger } = needs
  let running: Promise<void> | null = null
  let isStopped = false
  const look = async () => {
    for (const companyId of await companiesWithReportReaders(database)) {
      if (isStopped) return
      await mailDueReports(needs, companyId)
    }
  }
  const lookOnce = () => {
    running ??= look().finally(() => {
      running = null
    })
    return running
  }
  const timer = setInterval(
    () => lookOnce().catch((error: unknown) => logger.warn({ err: error }, 'Due reports by email could not be read')),
    everyMs,
  )
  return {
    settle: lookOnce,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running?.catch(() => undefined)
    },
  }
}
