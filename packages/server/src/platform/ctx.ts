import type { Clock } from './clock.ts'
import type { Role } from './tables.ts'
import type { Tx } from './tx.ts'

/** The page of a kiosk display: of one machine, or of one unit and what stands under it; and what it may do beside. */
export interface KioskGrants {
  readonly page: 'operator' | 'machine' | 'unit' | 'wall'
  readonly equipmentId: number | null
  readonly orgUnitId: number | null
  readonly mayGiveReasons: boolean
  readonly mayCountScrap: boolean
}

/** Who acts: a signed-in person, a kiosk display, a company's own program, a device, or Millwatch itself (timers, demo, command line). */
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
      /** null: whatever a regular user may read. */
      readonly operations: readonly string[] | null
      /** What its maker is now: it may do no more than that. */
      readonly role: Role
      readonly ip?: string
    }
  | { readonly kind: 'device'; readonly deviceId: number; readonly ip?: string }
  | { readonly kind: 'system' }

/** What every store and query takes: within `tx` only rows of `companyId` exist. */
export interface Ctx {
  readonly companyId: number
  readonly actor: Actor
  readonly tx: Tx
  readonly clock: Clock
}
