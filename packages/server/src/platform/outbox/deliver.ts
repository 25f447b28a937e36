import { setTimeout as delay } from 'node:timers/promises'
import { isDurable } from '@millwatch/domain/facts'
import type { Clock } from '../clock.ts'
import { asSystem, type Ctx } from '../ctx.ts'
import type { Database } from '../db/index.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import { repeat } from '../repeat.ts'
import { type CommittedFacts, decodeFacts, FACTS_CHANNEL, isAdvance } from './facts-channel.ts'
import {
  type DueDelivery,
  distributeFacts,
  listDueDeliveries,
  postponeDelivery,
  takeDelivery,
} from './store-deliver.ts'
import { companiesWithOutbox, outboxBacklog } from './store-directory.ts'
import type { DurableSubscriber, ServerSubscriber, Subscriber } from './subscriber.ts'

export interface OutboxDeps {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** All subscribers, by tier of their modules. */
  readonly subscribers: readonly Subscriber[]
  /** Time (ms) after which other deliveries go on although a subscriber has not finished; 5000 unless given. */
  readonly patienceMs?: number | undefined
}

export interface Outbox {
  /**
   * Makes one attempt at each delivery that is due now, up to 100 of each company. Resolves when they are made, but waits for
   * each of them at most for `patienceMs`.
   */
  settle(): Promise<void>
  stop(): Promise<void>
}

const everyMs = 1000
const countEveryMs = 15_000
const mostOfCompany = 100
const usualPatienceMs = 5000
const firstGapMs = 1000
const longestGapMs = 10 * 60_000
/** Time that a stop waits for running deliveries. */
const stopMs = 2000

/**
 * Returns the time to wait (ms) after a number of failed deliveries (1 or more): a second, doubled for each further failure, at
 * most ten minutes.
 */
export const gapAfterFailures = (failures: number): number => Math.min(firstGapMs * 2 ** (failures - 1), longestGapMs)

/**
 * Starts the delivery of facts to subscribers, after the commit that states them, and resolves when it is active. Subscribers of
 * `every_server` get all facts immediately. Durable facts are stored once for each of their subscribers and delivered by any
 * server, with retries. Every server looks for them when a durable fact is stated, and every second.
 */
export async function startOutbox(deps: OutboxDeps): Promise<Outbox> {
  const { database, clock, logger, metrics, subscribers } = deps
  const durable = subscribers.filter((subscriber) => subscriber.delivery === 'once')
  const onEveryServer = subscribers.filter((subscriber) => subscriber.delivery === 'every_server')
  const failures = metrics.counters(
    'subscriber_failures_total',
    'Failures of a subscriber to handle a fact; it tries the same fact again',
    'subscriber',
  )
  const deliver = createDelivery(deps, durable, (subscriber) => failures.add(1, subscriber))
  let backlog: ReadonlyMap<string, number> = new Map()
  metrics.gauges('subscriber_backlog', 'Facts that wait for a subscriber', 'subscriber', () => backlog)
  let countedAt = Number.NEGATIVE_INFINITY
  const turn = async () => {
    await deliver()
    const now = clock.monotonicMs()
    if (now - countedAt < countEveryMs) return
    countedAt = now
    const counts = await outboxBacklog(database)
    backlog = new Map([...durable.map(({ name }): [string, number] => [name, 0]), ...counts])
  }
  const delivering = repeat(turn, {
    everyMs,
    failed: (error) => logger.warn({ err: error }, 'The outbox could not be read'),
  })
  const fail = (subscriber: ServerSubscriber, error: unknown) => {
    failures.add(1, subscriber.name)
    logger.error({ err: error, subscriber: subscriber.name }, 'A subscriber failed')
    subscriber.missed()
  }
  const immediate = onEveryServer.filter((subscriber) => subscriber.isImmediate)
  const stopHere = database.listenHere(FACTS_CHANNEL, (payload) => {
    if (isAdvance(payload)) return
    const committed = decodeFacts(payload)
    for (const subscriber of immediate) handOver(subscriber, committed, (error) => fail(subscriber, error))
  })
  const stopListening = await database.listen(
    FACTS_CHANNEL,
    (payload) => {
      const committed = decodeFacts(payload)
      for (const subscriber of onEveryServer) handOver(subscriber, committed, (error) => fail(subscriber, error))
      if (committed.facts.some(isDurable)) delivering.soon()
    },
    () => {
      for (const subscriber of onEveryServer) subscriber.missed()
      delivering.soon()
    },
  )
  return {
    settle: delivering.now,
    async stop() {
      stopHere()
      await stopListening()
      for (const subscriber of onEveryServer) subscriber.stop?.()
      await Promise.race([delivering.stop(), delay(stopMs, undefined, { ref: false })])
    },
  }
}

/**
 * Calls a subscriber with the facts of a commit and does not wait for it. `fail` gets the error that it throws or rejects with.
 */
function handOver(subscriber: ServerSubscriber, { companyId, facts }: CommittedFacts, fail: (error: unknown) => void) {
  try {
    subscriber.handle(companyId, facts)?.catch(fail)
  } catch (error) {
    fail(error)
  }
}

/**
 * Returns a function that, for each company, creates the deliveries of up to 100 facts and makes one attempt at up to 100 due
 * ones. It goes on after `patienceMs` if a subscriber has not finished; this subscriber gets nothing else until it has finished.
 * A failed delivery is postponed and reported to `countFailure`.
 */
function createDelivery(
  { database, clock, logger, patienceMs = usualPatienceMs }: OutboxDeps,
  subscribers: readonly DurableSubscriber[],
  countFailure: (subscriber: string) => void,
): () => Promise<void> {
  const byName = new Map(subscribers.map((subscriber) => [subscriber.name, subscriber]))
  const receivers = subscribers.flatMap(({ name, kinds }) => kinds.map((kind) => ({ kind, subscriber: name })))
  const within = <T>(companyId: number, work: (ctx: Ctx) => Promise<T>) =>
    asSystem({ database, clock }, companyId, work, { pool: 'jobs' })

  /** Names of subscribers with an unfinished attempt, which get no other fact meanwhile. */
  const busy = new Set<string>()
  const attempt = async (companyId: number, { outboxId, subscriber: name, attempts }: DueDelivery) => {
    busy.add(name)
    try {
      await within(companyId, async (ctx) => {
        const stored = await takeDelivery(ctx, outboxId)
        if (stored) await byName.get(name)?.handle(ctx, stored.fact, `${companyId}:${stored.key}`)
      })
    } catch (error) {
      countFailure(name)
      logger.error({ err: error, companyId, outboxId, subscriber: name }, 'A subscriber failed and is tried again')
      const dueAt = clock.now() + gapAfterFailures(attempts + 1)
      // Not postponed: it is simply tried again at the next turn.
      await within(companyId, (ctx) => postponeDelivery(ctx, outboxId, dueAt)).catch(() => undefined)
    } finally {
      busy.delete(name)
    }
  }
  return async () => {
    for (const companyId of await companiesWithOutbox(database)) {
      await within(companyId, (ctx) => distributeFacts(ctx, receivers, mostOfCompany))
      const due = await within(companyId, (ctx) => listDueDeliveries(ctx, [...byName.keys()], mostOfCompany))
      for (const delivery of due)
        if (!busy.has(delivery.subscriber))
          await Promise.race([attempt(companyId, delivery), delay(patienceMs, undefined, { ref: false })])
    }
  }
}
