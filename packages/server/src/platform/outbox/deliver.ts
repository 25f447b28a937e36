import type { Clock } from '../clock.ts'
import type { Ctx } from '../ctx.ts'
import type { Database } from '../db/index.ts'
import type { Logger } from '../logger.ts'
import { enqueueMail } from '../mail/enqueue.ts'
import { listWaiting, markDelivered, type Waiting } from './store-deliver.ts'
import { companiesWithOutbox } from './store-directory.ts'

/** Mail made from a message of the outbox; `to` distinguishes the mails of one message. */
export interface MailDraft {
  readonly to: string | number
  readonly recipient: string
  readonly subject: string
  readonly body: string
}

/** Returns the mails for a message: recipients and texts. */
export type Compose = (ctx: Ctx, payload: unknown) => Promise<MailDraft[]>

export interface OutboxDeps {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly compose: Readonly<Record<Waiting['kind'], Compose>>
}

const mostOfCompany = 100
const againAfterMs = 60_000

/**
 * Returns a function that turns messages in the outbox into mail. Each message is used once, on any server, because its
 * mails and the note that it is done are one commit. A message that fails waits a minute, and does not delay others.
 */
export function createOutbox({ database, clock, logger, compose }: OutboxDeps): () => Promise<void> {
  const notBefore = new Map<number, number>()
  const deliver = (companyId: number, outboxId: number) =>
    database.inCompany(
      companyId,
      async (tx) => {
        const ctx: Ctx = { companyId, actor: { kind: 'system' }, tx, clock }
        const message = await markDelivered(ctx, outboxId)
        if (!message) return
        const drafts = await compose[message.kind](ctx, message.payload)
        for (const { to, ...mail } of drafts) {
          await enqueueMail(tx, clock, { ...mail, companyId, idempotencyKey: `${companyId}:${message.key}:${to}` })
        }
      },
      { pool: 'jobs' },
    )
  return async () => {
    for (const companyId of await companiesWithOutbox(database)) {
      const ids = await database.inCompany(
        companyId,
        (tx) => listWaiting({ companyId, actor: { kind: 'system' }, tx, clock }, mostOfCompany),
        { pool: 'jobs' },
      )
      for (const outboxId of ids) {
        if ((notBefore.get(outboxId) ?? 0) > clock.monotonicMs()) continue
        try {
          await deliver(companyId, outboxId)
          notBefore.delete(outboxId)
        } catch (error) {
          notBefore.set(outboxId, clock.monotonicMs() + againAfterMs)
          logger.error({ err: error, companyId, outboxId }, 'A message of the outbox could not be told')
        }
      }
    }
  }
}
