import type { DurableFact } from '@millwatch/domain/facts'
import type { Ctx } from '../ctx.ts'
import { textArray } from '../db/arrays.ts'
import { companyRow, companyRun } from '../db/statements.ts'

/** Pair of a kind of facts and the name of a durable subscriber that receives it. */
export interface FactReceiver {
  readonly kind: string
  readonly subscriber: string
}

/**
 * Creates a delivery for each receiver of the oldest `most` facts that have none yet, in the order of the facts and then of the
 * receivers, and marks these facts as distributed, also those without a receiver. Facts that another server distributes at the
 * moment are left out.
 */
export async function distributeFacts(ctx: Ctx, receivers: readonly FactReceiver[], most: number): Promise<void> {
  await ctx.tx.prepared(
    {
      name: 'outbox.distribute',
      text: `with facts as (
          select company_id, outbox_id, kind, idempotency_key, payload, created_at from outbox
          where company_id = $1 and sent_at is null and subscriber is null order by outbox_id limit $5 for update skip locked
        ), done as (
          update outbox set sent_at = $4 where company_id = $1 and outbox_id in (select outbox_id from facts)
        )
        insert into outbox (company_id, kind, idempotency_key, payload, created_at, subscriber, due_at)
        select f.company_id, f.kind, f.idempotency_key || '@' || r.subscriber, f.payload, f.created_at, r.subscriber, $4
        from facts f join unnest($2::text[], $3::text[]) with ordinality as r (kind, subscriber, position) using (kind)
        order by f.outbox_id, r.position
        on conflict do nothing`,
    },
    [
      ctx.companyId,
      textArray(receivers.map((receiver) => receiver.kind)),
      textArray(receivers.map((receiver) => receiver.subscriber)),
      ctx.clock.now(),
      most,
    ],
  )
}

export interface DueDelivery {
  readonly outboxId: number
  readonly subscriber: string
  readonly attempts: number
}

/**
 * Returns up to `most` deliveries to these subscribers that are due now, in the order in which they were created. It does not
 * take them: another server may get the same ones.
 */
export async function listDueDeliveries(
  ctx: Ctx,
  subscribers: readonly string[],
  most: number,
): Promise<DueDelivery[]> {
  return ctx.tx.prepared<DueDelivery>(
    {
      name: 'outbox.due',
      text: `select outbox_id as "outboxId", subscriber, attempts from outbox
        where company_id = $1 and sent_at is null and subscriber = any($2::text[]) and due_at <= $3
        order by outbox_id limit $4`,
    },
    [ctx.companyId, textArray(subscribers), ctx.clock.now(), most],
  )
}

/** Fact to deliver, with its key. The key is unique in its company and the same at each attempt. */
export interface StoredFact {
  readonly key: string
  readonly fact: DurableFact
}

/**
 * Deletes a delivery in the transaction that handles its fact, and returns the fact; a rollback restores the delivery. Undefined
 * if another transaction has taken the delivery or is taking it.
 */
export const takeDelivery = companyRow<StoredFact, [outboxId: number]>(
  'outbox.take',
  `delete from outbox where company_id = $1 and outbox_id = (
          select outbox_id from outbox where company_id = $1 and outbox_id = $2 and sent_at is null for update skip locked)
        returning left(idempotency_key, -1 - length(subscriber)) as key, payload as fact`,
)

/** Adds one to the failures of a delivery and stores the time of its next attempt (epoch ms). Does nothing if it is gone. */
export const postponeDelivery = companyRun<[outboxId: number, dueAt: number]>(
  'outbox.postpone',
  `update outbox set attempts = attempts + 1, due_at = $3
        where company_id = $1 and outbox_id = $2 and sent_at is null`,
)
