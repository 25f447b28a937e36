import { boundClock } from '../../platform/bound-clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Channel } from './content.ts'
import { type LeasedMessage, lease } from './lease.ts'
import { type PlanParts, planDue } from './plan.ts'
import { createRecorder } from './recorder.ts'
import { attempt, type Services } from './send.ts'
import { databaseTime } from './store.ts'
import { dueChannels, releaseMessages, type SendResult, storeResults } from './store-send.ts'

export interface DeliveryParts extends Services, PlanParts {
  readonly database: Database
  readonly logger: Logger
  /** Called between two steps; an error that it throws ends the work there, as a kill would. For tests. */
  readonly between?: ((step: 'planned' | 'leased' | 'accepted') => void) | undefined
}

/**
 * Longer than a message can take, also over a mail server that answers each command at the last moment: another server would
 * send it again. After a kill the few messages that were under way wait so long.
 */
const leaseMs = 300_000
/**
 * Messages that are not begun after this time of a lease are released: a person who unsubscribed or left gets nothing
 * after 5 s.
 */
const beginWithinMs = 3000
/** Time for which a result waits for the database. */
const persistMs = 60_000
const mostAtOnce = 25
/** Results that a sender leaves to be stored together while it goes on. */
const mostUnstored = 4
/** Messages that are sent at the same time, per company and channel. */
const parallel: Readonly<Record<Channel, number>> = { email: 5, sms: 4, webhook: 8 }

/** Delivery of the notices of one company. */
export interface CompanyDelivery {
  /** Plans and sends all that is due now. Returns the number of notices and messages that it handled. */
  run(): Promise<number>
}

/**
 * Returns a function that does the work, once at a time: a call while it is done has it done once more after that, and resolves
 * with the sum of both.
 */
function once(work: () => Promise<number>): () => Promise<number> {
  let running: Promise<number> | null = null
  let isWanted = false
  const repeat = async (): Promise<number> => {
    let count = 0
    do {
      isWanted = false
      count += await work()
    } while (isWanted)
    return count
  }
  return () => {
    isWanted = true
    running ??= repeat().finally(() => {
      running = null
    })
    return running
  }
}

/**
 * Returns the delivery of a company. Planning waits for no channel, and no channel for another: a mail server that hangs holds
 * up no text message.
 */
export function deliveryOf(parts: DeliveryParts, companyId: number): CompanyDelivery {
  const clock = boundClock(parts.clock)
  const needs: DeliveryParts = { ...parts, clock }
  const { database } = needs
  const within = <T>(work: (ctx: Ctx) => Promise<T>) =>
    database.inCompany(companyId, (tx) => work({ companyId, actor: { kind: 'system' }, tx, clock }), { pool: 'jobs' })
  const record = createRecorder((attempts) => within((ctx) => storeResults(ctx, attempts)), persistMs)

  const sendChannel = async (channel: Channel): Promise<number> => {
    if (!(await needs.canSend(channel))) return 0
    let count = 0
    for (;;) {
      const leased = await within((ctx) => lease(ctx, needs, channel, { most: mostAtOnce, leaseMs }))
      needs.between?.('leased')
      if (leased.length === 0) return count
      count += leased.length
      const unbegun = await sendAll(needs, companyId, leased, record)
      if (unbegun.length === 0) continue
      await within((ctx) => releaseMessages(ctx, unbegun))
      return count
    }
  }
  const plan = once(() => within((ctx) => planDue(ctx, needs)))
  const senders: Readonly<Record<Channel, () => Promise<number>>> = {
    email: once(() => sendChannel('email')),
    sms: once(() => sendChannel('sms')),
    webhook: once(() => sendChannel('webhook')),
  }
  return {
    async run() {
      await clock.adjust(() => within(databaseTime))
      const planned = await plan()
      needs.between?.('planned')
      const channels = await within((ctx) => dueChannels(ctx, clock.now()))
      const results = await Promise.allSettled(channels.map((channel) => senders[channel]()))
      let count = planned
      for (const result of results) {
        if (result.status === 'rejected') throw result.reason
        count += result.value
      }
      return count
    },
  }
}

/** Sends messages, some at the same time; returns the ids of those that there was no time for. */
async function sendAll(
  needs: DeliveryParts,
  companyId: number,
  messages: readonly LeasedMessage[],
  record: (attempt: SendResult) => Promise<void>,
): Promise<number[]> {
  const { clock, logger } = needs
  const beganAt = clock.monotonicMs()
  const queue = [...messages]
  const unbegun: number[] = []
  const work = async () => {
    const stored: Promise<void>[] = []
    for (let message = queue.shift(); message !== undefined; message = queue.shift()) {
      if (clock.monotonicMs() - beganAt > beginWithinMs) {
        unbegun.push(message.messageId)
        continue
      }
      const result = await attempt(needs, companyId, message)
      needs.between?.('accepted')
      if (result.sentAt === null) {
        const { messageId, channel, attempts } = message
        const isOver = result.failedAt !== null
        logger.warn({ companyId, messageId, channel, attempts, isOver, reason: result.error }, 'A notice was not sent')
      }
      const storing = record(result)
      // It is awaited below; until then a failure would count as unhandled and end the process.
      storing.catch(() => undefined)
      stored.push(storing)
      if (stored.length >= mostUnstored) await stored.shift()
    }
    await Promise.all(stored)
  }
  const most = parallel[messages[0]?.channel ?? 'email']
  const results = await Promise.allSettled(Array.from({ length: Math.min(most, messages.length) }, work))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return unbegun
}
