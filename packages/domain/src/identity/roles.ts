/** Role of a person in a company, ascending; each role includes the rights of those before it. */
export type Role = 'user' | 'admin' | 'superuser'

/**
 * Change of a role by two switches, admin and superuser. `roleAfter` applies it: superuser implies admin, and revoking admin
 * revokes superuser; otherwise an absent switch changes nothing.
 */
export interface RoleSwitches {
  readonly isAdmin?: boolean | undefined
  readonly isSuperuser?: boolean | undefined
}

/**
 * Returns the role of a member with role `current` after the switches are set; null for superuser without admin, which
 * contradict each other. Superuser implies admin. Revoking admin revokes superuser; revoking superuser leaves admin
 * (specification 2, section 4).
 */
export function roleAfter(current: Role, { isAdmin, isSuperuser }: RoleSwitches): Role | null {
  if (isSuperuser === true) return isAdmin === false ? null : 'superuser'
  if (isAdmin === false) return 'user'
  const kept = isSuperuser === false && current === 'superuser' ? 'admin' : current
  return isAdmin === true && kept === 'user' ? 'admin' : kept
}

/** Person on the member list of a company, with their current role there. */
export interface RoleBearer {
  readonly id: number
  readonly role: Role
}

/** Reason why a role is not changed; each is a code of the contract's list of errors, which holds the text. */
export type RoleFault = 'own_role' | 'forbidden' | 'last_superuser'

/**
 * Returns the reason why `actor` may not give `target` the role `wanted`, or null when they may. Nobody changes their own role.
 * Admins make or revoke admins among members who are not superusers. Superusers may make all other changes, but one superuser
 * must remain (specification 2, section 6). Both roles are the current ones; `others` is the number of superusers other than the
 * target who have accepted their invitation.
 */
export function mayChangeRole(actor: RoleBearer, target: RoleBearer, wanted: Role, others: number): RoleFault | null {
  if (actor.id === target.id) return 'own_role'
  if (actor.role === 'user') return 'forbidden'
  if (actor.role === 'admin' && (target.role === 'superuser' || wanted === 'superuser')) return 'forbidden'
  return wanted === 'superuser' ? null : unlessLast(target, others)
}

/**
 * Returns the reason why `actor` may not remove `target` from the company, or null when they may. Only superusers remove
 * others, nobody removes themselves, and one superuser must remain. `others` counts the superusers other than the target who
 * have accepted their invitation.
 */
export function mayRemove(actor: RoleBearer, target: RoleBearer, others: number): RoleFault | null {
  if (actor.role !== 'superuser') return 'forbidden'
  if (actor.id === target.id) return 'own_role'
  return unlessLast(target, others)
}

const unlessLast = ({ role }: RoleBearer, others: number) =>
  role === 'superuser' && others < 1 ? 'last_superuser' : null
