import { type Fact, isDurable, isShared, type SharedFact } from '@millwatch/domain/facts'
import type { Ctx } from '../ctx.ts'
import { notify } from '../db/notify.ts'
import { encodeFacts, FACTS_CHANNEL } from './facts-channel.ts'
import { handleInTransaction } from './same-transaction.ts'
import { storeFacts } from './store.ts'

/**
 * States facts in the transaction of the change: subscribers receive them if and when it commits. Durable facts are stored with
 * the change, except those whose key is stored already.
 */
export async function stateFacts(ctx: Ctx, facts: readonly Fact[]): Promise<void> {
  await storeFacts(ctx, facts.filter(isDurable))
  await notify(ctx.tx, FACTS_CHANNEL, encodeFacts(ctx.companyId, facts))
}

/**
 * States one fact in the transaction of the change. A shared fact is handled by its subscribers before this resolves,
 * and their errors are thrown; any other fact is delivered after the commit.
 */
export const stateFact = (ctx: Ctx, fact: Fact | SharedFact): Promise<void> =>
  isShared(fact) ? handleInTransaction(ctx, fact) : stateFacts(ctx, [fact])
