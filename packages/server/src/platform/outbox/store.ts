import { type DurableFact, keyOfFact } from '@millwatch/domain/facts'
import type { Ctx } from '../ctx.ts'
import { JSON_SEPARATOR, jsonTexts, textArray } from '../db/arrays.ts'

/**
 * Stores durable facts in the transaction of the change. A fact whose key is stored already is left out; an empty list does
 * nothing.
 */
export async function storeFacts(ctx: Ctx, facts: readonly DurableFact[]): Promise<void> {
  if (facts.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'outbox.store',
      text: `insert into outbox (company_id, kind, idempotency_key, payload, created_at)
        select $1::bigint, kind, key, payload::jsonb, $5::bigint
        from unnest($2::text[], $3::text[], string_to_array($4, ${JSON_SEPARATOR})) as m (kind, key, payload)
        on conflict do nothing`,
    },
    [
      ctx.companyId,
      textArray(facts.map((fact) => fact.kind)),
      textArray(facts.map(keyOfFact)),
      jsonTexts(facts.map((fact) => JSON.stringify(fact))),
      ctx.clock.now(),
    ],
  )
}
