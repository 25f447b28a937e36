/** What somebody may do in a company; each includes what stands before it. */
export type Role = 'user' | 'admin' | 'superuser'

/** As the wire asks for a role: two switches, each of which may be left as it is. */
export interface AskedRole {
  readonly isAdmin?: boolean | undefined
  readonly isSuperuser?: boolean | undefined
}

/**
 * The role that a member of role `current` has after the switches were set: superuser implies admin, revoking admin revokes
 * superuser, revoking superuser leaves admin (specification 2, section 4). Null where the two contradict each other.
 */
export function roleAfter(current: Role, { isAdmin, isSuperuser }: AskedRole): Role | null {
  if (isSuperuser === true) return isAdmin === false ? null : 'superuser'
  if (isAdmin === false) return 'user'
  const kept = isSuperuser === false && current === 'superuser' ? 'admin' : current
  return isAdmin === true && kept === 'user' ? 'admin' : kept
}

/** Somebody on the list of a company, with the role they have there now. */
export interface RoleBearer {
  readonly id: number
  readonly role: Role
}

/** Why a role is not changed; each is a code of the contract's list of errors, which holds the text. */
export type RoleFault = 'own_role' | 'forbidden' | 'last_superuser'

/**
 * Whether `actor` may give `target` the role `wanted`, or why not. Nobody changes their own role; admins make or revoke admins
 * among those who are no superusers; all else is for superusers, of whom one stays (specification 2, section 6). Both bear
 * their roles of this moment, and `others` counts the superusers beside the target who have accepted.
 */
export function mayChangeRole(actor: RoleBearer, target: RoleBearer, wanted: Role, others: number): RoleFault | null {
  if (actor.id === target.id) return 'own_role'
  if (actor.role === 'user') return 'forbidden'
  if (actor.role === 'admin' && (target.role === 'superuser' || wanted === 'superuser')) return 'forbidden'
  return wanted === 'superuser' ? null : unlessLast(target, others)
}

/** Whether `actor` may take `target` off the list of the company, or why not: superusers may, but not themselves. */
export function mayRemove(actor: RoleBearer, target: RoleBearer, others: number): RoleFault | null {
  if (actor.role !== 'superuser') return 'forbidden'
  if (actor.id === target.id) return 'own_role'
  return unlessLast(target, others)
}

const unlessLast = ({ role }: RoleBearer, others: number) =>
  role === 'superuser' && others < 1 ? 'last_superuser' : null
