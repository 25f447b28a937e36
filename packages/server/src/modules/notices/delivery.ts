import { boundClock } from '../../platform/bound-clock.ts'
import { asSystem, type Ctx } from '../../platform/ctx.ts'
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
  /** Function for tests, called between two steps. An error that it throws ends the work at that step, as a kill would. */
  readonly between?: ((step: 'planned' | 'leased' | 'accepted') => void) | undefined
}

/**
 * Time in ms for which messages are leased. It is longer than a message can take, since another server sends a message again
 * whose lease has ended. After a kill, the few messages that were being sent wait so long.
 */
const leaseMs = 300_000
/**
 * Time in ms after the lease within which the sending of a message must begin, else it is released. So no message is begun later
 * than this after its recipient was checked, for example to a person who has unsubscribed or left the company since.
 */
const beginWithinMs = 3000
/** Time in ms for which storing results is tried again while the database cannot be reached. */
const persistMs = 60_000
const mostAtOnce = 25
/** Number of results of one worker that wait to be stored, from which on it waits for the oldest one before it sends again. */
const mostUnstored = 4
/** Largest number of messages that are sent at the same time, per company and channel. */
const parallel: Readonly<Record<Channel, number>> = { email: 5, sms: 4, webhook: 8 }

/** Delivery of the notices of one company. */
export interface CompanyDelivery {
  /**
   * Plans the notices that are due now, 5,000 at most, and sends the messages that are due. Returns the number of due notices,
   * dropped and postponed ones too, plus the number of messages leased; throws if a channel fails.
   */
  run(): Promise<number>
}

/**
 * Returns a function that runs `work`, never twice at the same time. A call during a run makes the work run once more after it,
 * and resolves with the sum of all these runs.
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
 * Returns the delivery of a company. Planning waits for no channel and no channel for another, so a mail server that hangs delays
 * no text message.
 */
export function deliveryOf(parts: DeliveryParts, companyId: number): CompanyDelivery {
  const clock = boundClock(parts.clock)
  const needs: DeliveryParts = { ...parts, clock }
  const within = <T>(work: (ctx: Ctx) => Promise<T>) => asSystem(needs, companyId, work, { pool: 'jobs' })
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

/**
 * Attempts to send messages, several at the same time; records each result and logs failures. Returns the ids of the messages
 * that were not begun within `beginWithinMs`.
 */
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
