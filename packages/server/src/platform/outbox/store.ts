import type { Ctx } from '../ctx.ts'
import { JSON_SEPARATOR, jsonTexts, textArray } from '../db/arrays.ts'

/** Something to be sent to somebody; the same key is never sent for two different reasons. */
export interface OutboxMessage {
  readonly kind: 'run_completed'
  readonly idempotencyKey: string
  readonly payload: object
}

/** Puts messages into the outbox of the transaction that gives rise to them; one whose key is known is there already. */
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
      textArray(messages.map((one) => one.kind)),
      textArray(messages.map((one) => one.idempotencyKey)),
      jsonTexts(messages.map((one) => JSON.stringify(one.payload))),
      ctx.clock.now(),
    ],
  )
}
