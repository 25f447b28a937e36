import type { Ctx } from '../ctx.ts'
import type { OutboxMessage } from './store.ts'

/** Returns messages that are not delivered yet, oldest first. */
export async function listWaiting(ctx: Ctx, most: number): Promise<number[]> {
  const rows = await ctx.tx.prepared<{ outboxId: number }>(
    {
      name: 'outbox.waiting',
      text: `select outbox_id as "outboxId" from outbox where company_id = $1 and sent_at is null order by outbox_id limit $2`,
    },
    [ctx.companyId, most],
  )
  return rows.map((row) => row.outboxId)
}

export interface Waiting {
  readonly kind: OutboxMessage['kind']
  readonly key: string
  readonly payload: unknown
}

/** Takes a message and marks it as delivered; undefined if another transaction has it or delivered it. */
export async function markDelivered(ctx: Ctx, outboxId: number): Promise<Waiting | undefined> {
  const [message] = await ctx.tx.prepared<Waiting>(
    {
      name: 'outbox.deliver',
      text: `update outbox set sent_at = $3 where company_id = $1 and outbox_id = (
          select outbox_id from outbox where company_id = $1 and outbox_id = $2 and sent_at is null for update skip locked)
        returning kind, idempotency_key as key, payload`,
    },
    [ctx.companyId, outboxId, ctx.clock.now()],
  )
  return message
}
