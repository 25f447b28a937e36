import type { SharedFact } from '@millwatch/domain/facts'
import type { Ctx } from '../ctx.ts'
import type { TransactionSubscriber } from './subscriber.ts'

/** Subscribers of this process to shared facts. They keep no state, so all servers in a process have the same ones. */
let subscribers: readonly TransactionSubscriber[] = []

/**
 * Replaces the subscribers of this process to shared facts, and returns the former list. Subscribers are called in the given
 * order, which must be the tier order of their modules.
 */
export function subscribeInTransactions(next: readonly TransactionSubscriber[]): readonly TransactionSubscriber[] {
  const before = subscribers
  subscribers = next
  return before
}

/**
 * Calls the subscribers of a fact one after the other, in the transaction that states the fact. Throws the first error of a
 * subscriber. Also throws if no subscriber has a handler for the fact, because the change would be stored without its effects.
 */
export async function handleInTransaction(ctx: Ctx, fact: SharedFact): Promise<void> {
  let isHandled = false
  for (const { handlers } of subscribers) {
    const handle = handlers[fact.kind] as ((ctx: Ctx, fact: SharedFact) => Promise<unknown>) | undefined
    if (handle === undefined) continue
    await handle(ctx, fact)
    isHandled = true
  }
  if (!isHandled) throw new Error(`No subscriber handles the fact ${fact.kind}`)
}
