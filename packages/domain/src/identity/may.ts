import type { Field, GuardedCall, KioskRule, Policy } from './policy.ts'
import type { Role } from './roles.ts'

/** Caller with what decides its rights: a person, a kiosk display, an API key, a device, or the server itself. */
export type ActingParty =
  | { readonly kind: 'user'; readonly userId: number; readonly role: Role }
  | {
      readonly kind: 'kiosk'
      readonly grants: {
        readonly mayGiveReasons: boolean
        readonly mayCountScrap: boolean
        readonly maySetRuns: boolean
      }
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

/** Object that a call reads or changes, by the user who owns it; null: nobody owns it, for example because the owner has left. */
export interface OwnedSubject {
  readonly ownerId: number | null
}

/** Decision about a call: `yes`, `forbidden`, or `absent`: the caller is answered as if the object did not exist. */
export type Verdict = 'yes' | 'forbidden' | 'absent'

const rank: Record<Role, number> = { user: 1, admin: 2, superuser: 3 }

/**
 * Returns true if a member with this role may call operations with this policy. `public` admits every role; `device` and `kiosk`
 * admit none.
 */
function reachesRole(role: Role, { least }: Policy): boolean {
  if (least === 'public') return true
  return least !== 'device' && least !== 'kiosk' && rank[role] >= rank[least]
}

/**
 * Returns true if an operation is sent as a read: its policy neither requires an audit entry nor gives a reason to have none.
 * False for a write that changes nothing, such as a preview.
 */
export const onlyReads = ({ audit, unaudited }: Policy): boolean => audit === undefined && unaudited === undefined

/**
 * Returns true if an API key may be given the operation in its list: the policy is for members (user, admin or superuser) and for
 * data of their company, it is not for an event of the live connection, and `listable` is not false.
 */
export function isListable({ least, scope, via, listable }: Policy): boolean {
  const isForMembers = least === 'user' || least === 'admin' || least === 'superuser'
  return isForMembers && scope === 'company' && via !== 'socket' && listable !== false
}

type KeyParty = Extract<ActingParty, { kind: 'api_key' }>

/**
 * Returns true if an API key may do an operation. A key without a list may make the calls that only read data of the company and
 * that every member may make. A key with a list may do what it lists, if that may be listed (`isListable`) and its maker may do
 * it too.
 */
function keyMay({ operations, role }: KeyParty, { operation, policy }: GuardedCall): boolean {
  if (operations === null)
    return policy.least === 'user' && policy.scope === 'company' && policy.via === undefined && onlyReads(policy)
  return operations.includes(operation) && isListable(policy) && reachesRole(role, policy)
}

function kioskMay({ grants }: Extract<ActingParty, { kind: 'kiosk' }>, rule: KioskRule | undefined): boolean {
  if (rule === undefined) return false
  const granted = { reasons: grants.mayGiveReasons, scrap: grants.mayCountScrap, runs: grants.maySetRuns }
  return rule.needs === undefined || granted[rule.needs]
}

/**
 * Returns true if an actor may make a call by its policy, without regard to the owner of its subject. The server may make every
 * call, and everybody a public call.
 */
function reachesCall(actor: ActingParty, call: GuardedCall): boolean {
  const { policy } = call
  if (actor.kind === 'system' || policy.least === 'public') return true
  if (actor.kind === 'device') return policy.least === 'device'
  if (actor.kind === 'kiosk') return kioskMay(actor, policy.kiosk)
  if (actor.kind === 'api_key') return keyMay(actor, call)
  return reachesRole(actor.role, policy)
}

/**
 * Returns the verdict of the owner rule of a policy about an object of `ownerId`: `yes` without a rule, for the server and for
 * the owner. For others `own` gives `absent`, and the other rules give `yes` to a user with the role of the rule, else
 * `forbidden`.
 */
function verdictOfOwner(actor: ActingParty, { owner }: Policy, ownerId: number | null): Verdict {
  if (owner === undefined || actor.kind === 'system') return 'yes'
  if (actor.kind === 'user' && actor.userId === ownerId) return 'yes'
  if (owner === 'own') return 'absent'
  const least = owner === 'own_or_admin' ? 'admin' : 'superuser'
  return actor.kind === 'user' && rank[actor.role] >= rank[least] ? 'yes' : 'forbidden'
}

/**
 * Returns the verdict on a call of an actor: `forbidden` if the policy of the call does not admit the actor, else `yes` or, if
 * `subject` is given, the verdict of the owner rule. The machines that the page of a kiosk display shows are checked elsewhere.
 */
export function verdictOn(actor: ActingParty, call: GuardedCall, subject?: OwnedSubject): Verdict {
  if (!reachesCall(actor, call)) return 'forbidden'
  return subject === undefined ? 'yes' : verdictOfOwner(actor, call.policy, subject.ownerId)
}

/**
 * Returns true if the verdict on a call of an actor, on `subject` if it is given, is `yes`. Guards of the server and buttons of
 * the pages use this one rule.
 */
export function may(actor: ActingParty, call: GuardedCall, subject?: OwnedSubject): boolean {
  return verdictOn(actor, call, subject) === 'yes'
}

/** Least role that may see each kind of field. */
const fieldLeast: Record<Field, Role> = { money: 'admin', email: 'admin' }

/**
 * Returns true if an actor may see a kind of field: admins, superusers and the server itself. Kiosk displays, API keys and
 * devices never may.
 */
export function maySee(actor: ActingParty, field: Field): boolean {
  return actor.kind === 'system' || (actor.kind === 'user' && rank[actor.role] >= rank[fieldLeast[field]])
}
