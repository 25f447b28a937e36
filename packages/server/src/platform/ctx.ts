import type { Clock } from './clock.ts'
import type { Role } from './tables.ts'
import type { Tx } from './tx.ts'

/** Who acts: a signed-in person, a device, or the program itself (timers, demo, command line). */
export type Actor =
  | {
      readonly kind: 'user'
      readonly userId: number
      readonly role: Role
      readonly sessionId: number
      readonly ip?: string
    }
  | { readonly kind: 'device'; readonly deviceId: number }
  | { readonly kind: 'system' }

/** What every store and query takes: within `tx` only rows of `companyId` exist. */
export interface Ctx {
  readonly companyId: number
  readonly actor: Actor
  readonly tx: Tx
  readonly clock: Clock
}
