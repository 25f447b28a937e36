import { type RoleFlags, roleOf } from '@millwatch/contract/party'
import { mayChangeRole, mayRemove } from '@millwatch/domain/identity'

type Bearer = RoleFlags & { readonly id: number }

const bearer = (who: Bearer) => ({ id: who.id, role: roleOf(who) })

const SELF = 'You cannot change your own role. Ask another superuser'
const LAST = 'A company keeps at least one superuser. Make somebody else superuser first'

interface Locks {
  /** Reasons why the switches Admin and Superuser and the removal are locked; undefined: not locked. */
  readonly admin: string | undefined
  readonly superuser: string | undefined
  readonly remove: string | undefined
}

export const adminIsOn = (member: RoleFlags): boolean => roleOf(member) !== 'user'
export const superuserIsOn = (member: RoleFlags): boolean => roleOf(member) === 'superuser'

/**
 * Returns the reasons why the viewer may not change the role of a member or remove them; undefined: they may. The server decides
 * in the end: among superusers it does not count those with an open invitation, who are counted here.
 */
export function locksOf(viewer: Bearer, member: Bearer, members: readonly Bearer[]): Locks {
  const superusers = members.filter(superuserIsOn).length
  const words = (fault: 'own_role' | 'forbidden' | 'last_superuser' | null, forbidden: string): string | undefined =>
    fault === null ? undefined : fault === 'own_role' ? SELF : fault === 'last_superuser' ? LAST : forbidden
  const parties = [bearer(viewer), bearer(member)] as const
  const role = roleOf(member)
  return {
    admin: words(
      mayChangeRole(...parties, role === 'user' ? 'admin' : 'user', superusers),
      'Only superusers change superusers',
    ),
    superuser: words(
      mayChangeRole(...parties, role === 'superuser' ? 'admin' : 'superuser', superusers),
      'Only superusers make superusers',
    ),
    remove: words(mayRemove(...parties, superusers), 'Only superusers remove members'),
  }
}
