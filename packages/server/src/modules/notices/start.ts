import { setTimeout as delay } from 'node:timers/promises'
import type { Metrics } from '../../platform/metrics.ts'
import { type Repetition, repeat } from '../../platform/repeat.ts'
import { type CompanyDelivery, type DeliveryParts, deliveryOf } from './delivery.ts'
import { NOTICES_CHANNEL } from './enqueue.ts'
import { companiesWithNotices, noticeBacklog } from './store-directory.ts'

export interface Notices {
  /**
   * Sends all notices that are due now, and waits for those that are being sent. Failed ones wait for their next attempt. Stops
   * after 20 rounds even if more are due.
   */
  settle(): Promise<void>
  stop(): Promise<void>
}

const everyMs = 1000
const countEveryMs = 15_000
/** Longest time in ms that a stop waits for messages that are being sent. */
const stopMs = 2000

/**
 * Starts the delivery of notices on this server, and registers their metrics. It delivers for all companies with due notices once
 * a second, and for one company when a commit stores a notice. Companies do not wait for each other. Errors are logged.
 */
export async function startNotices(deps: DeliveryParts & { readonly metrics: Metrics }): Promise<Notices> {
  const { database, clock, logger } = deps
  const deliveries = new Map<number, CompanyDelivery>()
  const underWay = new Set<Promise<number>>()
  const runCompany = (companyId: number): Promise<number> => {
    const delivery = deliveries.get(companyId) ?? deliveryOf(deps, companyId)
    deliveries.set(companyId, delivery)
    const running = delivery.run().finally(() => underWay.delete(running))
    underWay.add(running)
    return running
  }
  const report = (error: unknown) => logger.warn({ err: error }, 'Notices could not be delivered')
  const look = async () => {
    for (const companyId of await companiesWithNotices(database, clock.now())) runCompany(companyId).catch(report)
  }
  const looking = repeat(look, { everyMs, failed: report })
  const counting = countBacklog(deps)
  const stopListening = await database.listen(
    NOTICES_CHANNEL,
    (payload) => runCompany(Number(payload)).catch(report),
    looking.soon,
  )
  return {
    async settle() {
      for (let turns = 0; turns < 20; turns++) {
        await Promise.allSettled(underWay)
        const companies = await companiesWithNotices(database, clock.now())
        const counts = await Promise.all(companies.map(runCompany))
        // A run that began meanwhile may have leased what these runs therefore did not find.
        if (underWay.size === 0 && counts.every((count) => count === 0)) return
      }
    },
    async stop() {
      await stopListening()
      const ended = [looking.stop(), counting.stop()]
      const all = Promise.all(ended).then(() => Promise.allSettled(underWay))
      await Promise.race([all, delay(stopMs, undefined, { ref: false })])
      deps.mail?.close()
    },
  }
}

/**
 * Registers the metrics of waiting, given up and oldest notices, empty at first, and computes them every 15 s; logs errors.
 */
function countBacklog({ database, clock, metrics, logger }: DeliveryParts & { readonly metrics: Metrics }): Repetition {
  let waiting: ReadonlyMap<string, number> = new Map()
  let givenUp: ReadonlyMap<string, number> = new Map()
  let ages: ReadonlyMap<string, number> = new Map()
  metrics.gauges('notices_waiting', 'Notices that wait to be sent', 'channel', () => waiting)
  metrics.gauges('notices_given_up', 'Notices that were given up', 'channel', () => givenUp)
  metrics.gauges('notices_oldest_seconds', 'Age of the oldest notice that is due', 'channel', () => ages)
  const count = async () => {
    const now = clock.now()
    const rows = await noticeBacklog(database, now)
    waiting = new Map(rows.map((row) => [row.channel, row.waiting]))
    givenUp = new Map(rows.map((row) => [row.channel, row.givenUp]))
    ages = new Map(rows.map((row) => [row.channel, row.oldest === null ? 0 : Math.max(0, now - row.oldest) / 1000]))
  }
  const failed = (error: unknown) => logger.warn({ err: error }, 'Notices could not be counted')
  return repeat(count, { everyMs: countEveryMs, failed })
}
