import type { Field, GuardedCall, KioskRule, Policy } from './policy.ts'
import type { Role } from './roles.ts'

/** Party that acts, with what decides its rights: a person, a display, an API key, a device, or the program itself. */
export type ActingParty =
  | { readonly kind: 'user'; readonly userId: number; readonly role: Role }
  | {
      readonly kind: 'kiosk'
      readonly grants: { readonly mayGiveReasons: boolean; readonly mayCountScrap: boolean }
    }
  | {
      readonly kind: 'api_key'
      /** Operations that the key may call; null: everything that a regular user may read. */
      readonly operations: readonly string[] | null
      /** Present role of the key's maker. */
      readonly role: Role
    }
  | { readonly kind: 'device' }
  | { readonly kind: 'system' }

/** Thing that a call is done to, as far as its owner decides the right to do it. */
export interface OwnedSubject {
  readonly ownerId: number
}

/** Verdict on a call: `forbidden`, or `absent` where the caller must not learn that the subject exists. */
export type Verdict = 'yes' | 'forbidden' | 'absent'

const rank: Record<Role, number> = { user: 1, admin: 2, superuser: 3 }

/** Returns true if a role is high enough for the members that a policy admits. Pure. */
function reachesRole(role: Role, { least }: Policy): boolean {
  if (least === 'public') return true
  return least !== 'device' && least !== 'kiosk' && rank[role] >= rank[least]
}

/**
 * Returns true if an operation changes nothing: its policy neither requires an audit entry nor gives a reason to have
 * none.
 */
export const onlyReads = ({ audit, unaudited }: Policy): boolean => audit === undefined && unaudited === undefined

/**
 * Returns true if the list of an API key's operations may contain the operation. Operations about people, sign-in and the
 * audit log are never allowed there.
 */
export function isListable({ least, scope, via, listable }: Policy): boolean {
  const isForMembers = least === 'user' || least === 'admin' || least === 'superuser'
  return isForMembers && scope === 'company' && via !== 'socket' && listable !== false
}

type KeyParty = Extract<ActingParty, { kind: 'api_key' }>

/**
 * Returns true if an API key may do an operation. A key without a list may read what a regular user may read. A key
 * with a list may do what it lists, as long as its maker may do it too.
 */
function keyMay({ operations, role }: KeyParty, { operation, policy }: GuardedCall): boolean {
  if (operations === null)
    return policy.least === 'user' && policy.scope === 'company' && policy.via === undefined && onlyReads(policy)
  return operations.includes(operation) && isListable(policy) && reachesRole(role, policy)
}

function kioskMay({ grants }: Extract<ActingParty, { kind: 'kiosk' }>, rule: KioskRule | undefined): boolean {
  if (rule === undefined) return false
  if (rule.needs === 'reasons') return grants.mayGiveReasons
  return rule.needs === 'scrap' ? grants.mayCountScrap : true
}

/** Returns true if an actor may do a call at all, whatever it is done to. */
function reachesCall(actor: ActingParty, call: GuardedCall): boolean {
  const { policy } = call
  if (actor.kind === 'system' || policy.least === 'public') return true
  if (actor.kind === 'device') return policy.least === 'device'
  if (actor.kind === 'kiosk') return kioskMay(actor, policy.kiosk)
  if (actor.kind === 'api_key') return keyMay(actor, call)
  return reachesRole(actor.role, policy)
}

/** Returns the verdict of the owner rule of a policy about what belongs to `ownerId`. */
function verdictOfOwner(actor: ActingParty, { owner }: Policy, ownerId: number): Verdict {
  if (owner === undefined || actor.kind === 'system') return 'yes'
  if (actor.kind === 'user' && actor.userId === ownerId) return 'yes'
  if (owner === 'own') return 'absent'
  return actor.kind === 'user' && actor.role !== 'user' ? 'yes' : 'forbidden'
}

/**
 * Returns the verdict on a call: by its policy, and by the owner rule if a subject is given. The page of a kiosk display
 * is checked elsewhere, since it needs the tree. Pure.
 */
export function verdictOn(actor: ActingParty, call: GuardedCall, subject?: OwnedSubject): Verdict {
  if (!reachesCall(actor, call)) return 'forbidden'
  return subject === undefined ? 'yes' : verdictOfOwner(actor, call.policy, subject.ownerId)
}

/** Returns true if an actor may do a call, to the subject if one is given. The one rule of all guards and buttons. Pure. */
export function may(actor: ActingParty, call: GuardedCall, subject?: OwnedSubject): boolean {
  return verdictOn(actor, call, subject) === 'yes'
}

/** Least role that may see each kind of field. */
const fieldLeast: Record<Field, Role> = { money: 'admin', email: 'admin' }

/**
 * Returns true if an actor may see a kind of field: people from the field's role on, and the program itself, but never
 * a kiosk or a key. Pure.
 */
export function maySee(actor: ActingParty, field: Field): boolean {
  return actor.kind === 'system' || (actor.kind === 'user' && rank[actor.role] >= rank[fieldLeast[field]])
}
