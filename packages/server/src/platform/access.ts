import type { Actor } from './ctx.ts'
import type { Field, KioskRule, PolicyRow } from './policy-row.ts'
import type { Role } from './tables.ts'

const rank: Record<Role, number> = { user: 1, admin: 2, superuser: 3 }

/** Whether a role reaches what a row asks of members. */
export function reachesRole(role: Role, row: PolicyRow): boolean {
  if (row.least === 'public') return true
  return row.least !== 'device' && row.least !== 'kiosk' && rank[role] >= rank[row.least]
}

/** Whether anything can be changed by it; calls of method GET are those by which nothing can. */
type Reads = (operation: string) => boolean

/** Whether an API key may have it among its operations: never what is about people, ways in or the record of it all. */
export function isListable(row: PolicyRow): boolean {
  const isForMembers = row.least === 'user' || row.least === 'admin' || row.least === 'superuser'
  return isForMembers && row.scope === 'company' && row.via !== 'socket' && row.listable !== false
}

interface KeyActor {
  readonly operations: readonly string[] | null
  readonly role: Role
}

/** One that lists nothing reads what a regular user may read; one that lists does what it lists, as long as its maker may. */
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

/** Whether who acts may do an operation at all; whom and what it is about is asked elsewhere. Pure. */
export function mayDo(actor: Actor, operation: string, row: PolicyRow, reads: Reads): boolean {
  if (actor.kind === 'system' || row.least === 'public') return true
  if (actor.kind === 'device') return row.least === 'device'
  if (actor.kind === 'kiosk') return kioskMayDo(actor, row.kiosk)
  if (actor.kind === 'api_key') return keyMayDo(actor, operation, row, reads)
  return reachesRole(actor.role, row)
}

/** Whether what is `ownerId`'s may be done to by who acts, as the row's owner rule says. Pure. */
export function reachesOwner(actor: Actor, row: PolicyRow, ownerId: number): 'yes' | 'absent' | 'forbidden' {
  if (row.owner === undefined || actor.kind === 'system') return 'yes'
  if (actor.kind === 'user' && actor.userId === ownerId) return 'yes'
  if (row.owner === 'own') return 'absent'
  return actor.kind === 'user' && actor.role !== 'user' ? 'yes' : 'forbidden'
}

/** What one must be to be shown a kind of field. */
const fieldLeast: Record<Field, Role> = { money: 'admin', email: 'admin' }

/** Whether who acts is shown a kind of field: people from that role up, and the program itself; never a display or a key. Pure. */
export function maySee(actor: Actor, field: Field): boolean {
  return actor.kind === 'system' || (actor.kind === 'user' && rank[actor.role] >= rank[fieldLeast[field]])
}
