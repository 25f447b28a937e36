import type { Ctx } from '../ctx.ts'
import { JSON_SEPARATOR, jsonTexts, textArray } from '../db/arrays.ts'

/** Message to be sent; a key is never used for two different reasons. */
export interface OutboxMessage {
  readonly kind: 'run_completed'
  readonly idempotencyKey: string
  readonly payload: object
}

/** Adds messages to the outbox in the transaction that causes them; messages with a known key exist already. */
export async function enqueue(ctx: Ctx, messages: readonly OutboxMessage[]): Promise<void> {
  if (messages.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'outbox.enqueue',
      text: `insert into outbox (company_id, kind, idempotency_key, payload, created_at)
        select $1::bigint, kind, key, payload::jsonb, $5::bigint
        from unnest($2::text[], $3::text[], string_to_array($4, ${JSON_SEPARATOR})) as m (kind, key, payload)
        on conflict do nothing`,
    },
    [
      ctx.companyId,
      textArray(messages.map((message) => message.kind)),
      textArray(messages.map((message) => message.idempotencyKey)),
      jsonTexts(messages.map((message) => JSON.stringify(message.payload))),
      ctx.clock.now(),
    ],
  )
}
