import { startRemovingCompanies } from '../modules/company/index.ts'
import { startForgetting } from '../modules/identity/index.ts'
import { liveSubscribers, startLive } from '../modules/live/index.ts'
import { startNotices } from '../modules/notices/index.ts'
import { startMailedReports } from '../modules/reports/index.ts'
import type { Module } from '../platform/calls/calls.ts'
import { startMail } from '../platform/mail/index.ts'
import { startOutbox } from '../platform/outbox/deliver.ts'
import { startBackups } from './backups.ts'
import type { Core } from './core.ts'
import { startCounting } from './counts.ts'
import type { Network } from './network.ts'
import { noticeServices } from './notice-services.ts'
import type { AppDeps } from './settings.ts'

/** Work of a server that needs no request. Call `stop` first, then `stopMail`. */
export interface Background {
  /**
   * Delivers facts (up to 100 of each company), and sends all notices, mailed reports and mail that are due now. Resolves when
   * each was tried.
   */
  settleMail(): Promise<void>
  /**
   * Ends the backups, the hourly deletions, the values for metrics, the check of the clock, and the news for pages that are no
   * facts. `stopMail` then ends the delivery of facts, the notices, the mailed reports and the mail.
   */
  stop(): Promise<void>
  stopMail(): Promise<void>
}

/**
 * Starts the work of a server besides answering requests, the flow and the jobs: mail, notices, mailed reports, backups, values
 * for metrics, the check of the clock, the delivery of facts to the modules' subscribers and to browsers, and the hourly
 * deletions.
 */
export async function startWork(
  { config, archive }: AppDeps,
  { needs }: Core,
  { metrics, news, sockets, clockWatch, warnings }: Network,
  modules: readonly Module[],
): Promise<Background> {
  const { database, clock, logger, isDemo, desk } = needs
  const common = { database, clock, logger }
  const mail = startMail({ ...common, metrics, smtp: config.smtp, isDemo })
  const ofModules = modules.flatMap(({ subscribers }) => subscribers?.(needs) ?? [])
  const subscribers = [...ofModules, ...liveSubscribers({ ...common, news, sockets })]
  const notices = await startNotices({ ...needs, ...noticeServices(config, needs), metrics })
  const mailedReports = startMailedReports(needs)
  const outbox = await startOutbox({ ...common, metrics, subscribers })
  const stopLive = await startLive({ ...common, news, sockets })
  const forgetting = startForgetting(common)
  const removing = startRemovingCompanies(common)
  const backups = startBackups({ ...common, metrics, archive, schedule: config.backups })
  warnings.push(backups.warning)
  clockWatch.start()
  const counts = startCounting({ ...common, metrics })
  return {
    async settleMail() {
      await outbox.settle()
      await desk.settle()
      await mailedReports.settle()
      await notices.settle()
      await mail.settle()
    },
    async stop() {
      await Promise.all([forgetting.stop(), removing.stop(), counts.stop(), clockWatch.stop(), backups.stop()])
      await stopLive()
    },
    async stopMail() {
      await outbox.stop()
      await desk.stop()
      await mailedReports.stop()
      await notices.stop()
      await mail.stop()
    },
  }
}
