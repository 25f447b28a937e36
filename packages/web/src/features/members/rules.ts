import { mayChangeRole, mayRemove, type Role } from '@millwatch/domain/identity'
import type { Member } from './queries.ts'

type Bearer = Pick<Member, 'id' | 'is_admin' | 'is_superuser'>

export const roleOf = ({ is_admin, is_superuser }: Bearer): Role =>
  is_superuser ? 'superuser' : is_admin ? 'admin' : 'user'

const bearer = (who: Bearer) => ({ id: who.id, role: roleOf(who) })

const SELF = 'Nobody changes their own role. Ask another superuser'
const LAST = 'A company keeps at least one superuser. Make somebody else superuser first'

interface Locks {
  /** Why the switch cannot be touched; undefined: it can. */
  readonly admin: string | undefined
  readonly superuser: string | undefined
  readonly remove: string | undefined
}

/**
 * What of a member is closed to who looks, and why; the server decides. Whoever was added and has not accepted counts among
 * the superusers here, since the list shows both alike, but not there.
 */
export function locksOf(viewer: Bearer, member: Bearer, members: readonly Bearer[]): Locks {
  const superusers = members.filter((one) => one.is_superuser).length
  const words = (fault: 'own_role' | 'forbidden' | 'last_superuser' | null, forbidden: string): string | undefined =>
    fault === null ? undefined : fault === 'own_role' ? SELF : fault === 'last_superuser' ? LAST : forbidden
  const asked = [bearer(viewer), bearer(member)] as const
  return {
    admin: words(
      mayChangeRole(...asked, member.is_admin ? 'user' : 'admin', superusers),
      'Only superusers change superusers',
    ),
    superuser: words(
      mayChangeRole(...asked, member.is_superuser ? 'admin' : 'superuser', superusers),
      'Only superusers make superusers',
    ),
    remove: words(mayRemove(...asked, superusers), 'Only superusers remove members'),
  }
}
