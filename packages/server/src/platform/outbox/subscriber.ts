import type { DurableFact, Fact, FactOfKind, SharedFactKind, SharedFactOfKind } from '@millwatch/domain/facts'
import type { Ctx } from '../ctx.ts'

/**
 * Subscriber that handles each durable fact once, on any server, in a transaction that also marks the fact as delivered. If it
 * throws, the transaction is rolled back and the fact is tried again later; other subscribers are not affected.
 */
export interface DurableSubscriber<Kind extends DurableFact['kind'] = DurableFact['kind']> {
  readonly delivery: 'once'
  /** Module and effect, for example `notices.run_mail`. It is stored with pending facts, so it must not change. */
  readonly name: string
  readonly kinds: readonly Kind[]
  /**
   * Handles a fact. `factId` is unique and the same at each attempt; effects outside the transaction must use it as their key.
   */
  readonly handle: (ctx: Ctx, fact: FactOfKind<Kind>, factId: string) => Promise<void>
}

/**
 * Subscriber that handles facts on every server, after the commit, for data that a server keeps in memory, such as sockets and
 * caches. It may miss facts while the connection to the database is lost. After such a loss, and after an error of `handle`,
 * `missed` is called and must make up for missed facts.
 */
export interface ServerSubscriber {
  readonly delivery: 'every_server'
  readonly name: string
  /**
   * True: the server that made the change calls `handle` before the caller of the transaction goes on; later all servers call it,
   * that server a second time. For caches that must not give an old answer after the change. `machine.advanced` is excluded from
   * the first call.
   */
  readonly isImmediate?: boolean
  readonly handle: (companyId: number, facts: readonly Fact[]) => void | Promise<void>
  readonly missed: () => void
  readonly stop?: () => void
}

/**
 * Subscriber that handles shared facts in the transaction that states them. If a handler throws, the change fails too. It must
 * keep nothing in memory, since the transaction may still be rolled back.
 */
export interface TransactionSubscriber {
  readonly delivery: 'same_transaction'
  readonly name: string
  readonly handlers: {
    readonly [Kind in SharedFactKind]?: (ctx: Ctx, fact: SharedFactOfKind<Kind>) => Promise<unknown>
  }
}

/** Subscriber of a module to facts after the commit. Subscribers are called in the tier order of their modules. */
export type Subscriber = DurableSubscriber | ServerSubscriber
