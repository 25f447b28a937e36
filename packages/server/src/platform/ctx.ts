import type { Role } from '@millwatch/domain/identity'
import type { Clock } from './clock.ts'
import type { Database, TransactionOptions, Tx } from './tx.ts'

/**
 * Page of a kiosk display and what the display may do. The page is of one machine, or of one unit with everything below
 * it; the other id is null.
 */
export interface KioskGrants {
  readonly page: 'operator' | 'machine' | 'unit' | 'wall'
  readonly equipmentId: number | null
  readonly orgUnitId: number | null
  readonly mayGiveReasons: boolean
  readonly mayCountScrap: boolean
  readonly maySetRuns: boolean
}

/**
 * Actor of an operation: a signed-in person, a kiosk display, an API key, a device, or Millwatch itself (`system`:
 * timers, demo, command line).
 */
export type Actor =
  | {
      readonly kind: 'user'
      readonly userId: number
      readonly role: Role
      readonly sessionId: number
      readonly ip?: string
    }
  | {
      readonly kind: 'kiosk'
      readonly kioskId: number
      readonly sessionId: number
      readonly grants: KioskGrants
      readonly ip?: string
    }
  | {
      readonly kind: 'api_key'
      readonly apiKeyId: number
      /** Operations that the key may call; null: everything that a regular user may read. */
      readonly operations: readonly string[] | null
      /** Present role of the key's maker; the key may do no more than that role. */
      readonly role: Role
      readonly ip?: string
    }
  | { readonly kind: 'device'; readonly deviceId: number; readonly ip?: string }
  | { readonly kind: 'system' }

/**
 * Context that every store and query takes. In `tx` only rows of `companyId` can be read or written, except in tables of the
 * directory, such as those of users and mails.
 */
export interface Ctx {
  readonly companyId: number
  readonly actor: Actor
  readonly tx: Tx
  readonly clock: Clock
}

/** Returns the context in which Millwatch itself acts for a company, in a transaction that is open already. */
export const systemCtx = (companyId: number, tx: Tx, clock: Clock): Ctx => ({
  companyId,
  actor: { kind: 'system' },
  tx,
  clock,
})

/**
 * Runs `work` in one transaction of the company, with Millwatch itself as the actor, and returns its result. Throws as
 * `Database.inCompany` does, which takes the same options.
 */
export function asSystem<T>(
  { database, clock }: { readonly database: Pick<Database, 'inCompany'>; readonly clock: Clock },
  companyId: number,
  work: (ctx: Ctx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  return database.inCompany(companyId, (tx) => work(systemCtx(companyId, tx, clock)), options)
}
