import type { DurableFact, Fact, FactOfKind } from '@millwatch/domain/facts'
import type { Ctx } from '../ctx.ts'

/**
 * Handles each durable fact once, on any server, in a transaction that also marks it as delivered. If it throws, nothing is
 * kept, and it is tried again later; other subscribers are not affected.
 */
export interface DurableSubscriber<Kind extends DurableFact['kind'] = DurableFact['kind']> {
  readonly delivery: 'once'
  /** Module and effect, for example `notices.run_mail`. It is stored with pending facts, so it must not change. */
  readonly name: string
  readonly kinds: readonly Kind[]
  /** Handles a fact. `factId` is the same at each attempt; effects outside the transaction must use it as their key. */
  readonly handle: (ctx: Ctx, fact: FactOfKind<Kind>, factId: string) => Promise<void>
}

/**
 * Handles facts on every server, after the commit, for what a server keeps in memory: sockets and caches. It may miss facts
 * while the connection to the database is lost; `missed` is called then, and after a failure, to make up for them.
 */
export interface ServerSubscriber {
  readonly delivery: 'every_server'
  readonly name: string
  /**
   * True: the server that made the change calls it before the caller of the transaction goes on, and then all servers do, itself
   * included. For caches that must not give an old answer after the change.
   */
  readonly isImmediate?: boolean
  readonly handle: (companyId: number, facts: readonly Fact[]) => void | Promise<void>
  readonly missed: () => void
  readonly stop?: () => void
}

/** Subscriber of a module. The application lists all subscribers by tier of their modules, and calls them in this order. */
export type Subscriber = DurableSubscriber | ServerSubscriber
