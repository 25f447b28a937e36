import type { Role } from '@millwatch/domain/identity'
import type { Actor } from './ctx.ts'
import type { Field, KioskRule, PolicyRow } from './policy-row.ts'

const rank: Record<Role, number> = { user: 1, admin: 2, superuser: 3 }

/** Returns true if a role is high enough for the members that a policy row admits. */
export function reachesRole(role: Role, row: PolicyRow): boolean {
  if (row.least === 'public') return true
  return row.least !== 'device' && row.least !== 'kiosk' && rank[role] >= rank[row.least]
}

/** Returns true if an operation only reads, that is, if its call has the method GET. */
type Reads = (operation: string) => boolean

/**
 * Returns true if an API key may list the operation. Operations about people, sign-in and the audit log are never
 * listable.
 */
export function isListable(row: PolicyRow): boolean {
  const isForMembers = row.least === 'user' || row.least === 'admin' || row.least === 'superuser'
  return isForMembers && row.scope === 'company' && row.via !== 'socket' && row.listable !== false
}

interface KeyActor {
  readonly operations: readonly string[] | null
  readonly role: Role
}

/**
 * Returns true if an API key may do an operation. A key without a list may read what a regular user may read. A key
 * with a list may do what it lists, as long as its maker may do it too.
 */
function keyMayDo({ operations, role }: KeyActor, operation: string, row: PolicyRow, reads: Reads): boolean {
  if (operations === null)
    return row.least === 'user' && row.scope === 'company' && row.via === undefined && reads(operation)
  return operations.includes(operation) && isListable(row) && reachesRole(role, row)
}

interface KioskActor {
  readonly grants: { readonly mayGiveReasons: boolean; readonly mayCountScrap: boolean }
}

function kioskMayDo({ grants }: KioskActor, rule: KioskRule | undefined): boolean {
  if (rule === undefined) return false
  if (rule.needs === 'reasons') return grants.mayGiveReasons
  return rule.needs === 'scrap' ? grants.mayCountScrap : true
}

/** Returns true if an actor may do an operation at all, whatever it is done to; that is checked elsewhere. Pure. */
export function mayDo(actor: Actor, operation: string, row: PolicyRow, reads: Reads): boolean {
  if (actor.kind === 'system' || row.least === 'public') return true
  if (actor.kind === 'device') return row.least === 'device'
  if (actor.kind === 'kiosk') return kioskMayDo(actor, row.kiosk)
  if (actor.kind === 'api_key') return keyMayDo(actor, operation, row, reads)
  return reachesRole(actor.role, row)
}

/**
 * Returns `yes` if the owner rule of a policy row lets an actor act on what belongs to `ownerId`; otherwise the answer to
 * give: `absent` or `forbidden`. Pure.
 */
export function reachesOwner(actor: Actor, row: PolicyRow, ownerId: number): 'yes' | 'absent' | 'forbidden' {
  if (row.owner === undefined || actor.kind === 'system') return 'yes'
  if (actor.kind === 'user' && actor.userId === ownerId) return 'yes'
  if (row.owner === 'own') return 'absent'
  return actor.kind === 'user' && actor.role !== 'user' ? 'yes' : 'forbidden'
}

/** Least role that may see each kind of field. */
const fieldLeast: Record<Field, Role> = { money: 'admin', email: 'admin' }

/**
 * Returns true if an actor may see a kind of field: people from the field's role on, and the program itself, but never
 * a kiosk or a key. Pure.
 */
export function maySee(actor: Actor, field: Field): boolean {
  return actor.kind === 'system' || (actor.kind === 'user' && rank[actor.role] >= rank[fieldLeast[field]])
}
