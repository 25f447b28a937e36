import type { Endpoint } from '@millwatch/contract/endpoint'
import type { Policy, Role } from '@millwatch/domain/identity'
import { isRead } from './operations.ts'
import type { Principal } from './principals.ts'
import { exampleOf, refers } from './stage.ts'

const ranks: readonly Role[] = ['user', 'admin', 'superuser']
const reaches = (role: Role | null, least: Policy['least']): boolean =>
  role !== null && ranks.includes(least as Role) && ranks.indexOf(role) >= ranks.indexOf(least as Role)

const beforeOwnPassword = ['user.self.read', 'password.change', 'session.end']

/**
 * Returns true if the policy row of an endpoint grants access to this caller. It is computed from the tables alone, without code
 * of the server.
 */
function isLetIn(endpoint: Endpoint, row: Policy, principal: Principal): boolean {
  const { stands, role, lists, isHeldUp } = principal
  if (stands === 'display') return row.kiosk !== undefined
  if (stands === 'key') {
    const isOpen = row.scope === 'company' && reaches(role, row.least)
    return isOpen && (lists === true ? row.listable !== false : isRead(endpoint))
  }
  if (isHeldUp && !beforeOwnPassword.includes(endpoint.operation)) return false
  return reaches(role, row.least)
}

/**
 * Returns the status that a valid call about objects of the first company must get from this caller by its policy: 401, 403, 404
 * for objects of another company, or the status of the example on success.
 */
export function expectedStatus(endpoint: Endpoint, principal: Principal): number {
  const row = endpoint.policy
  const served = exampleOf(endpoint).status ?? 200
  if (row.least === 'public') return served
  if (row.least === 'device') return principal.stands === 'device' ? served : 401
  if (principal.stands === 'nobody' || principal.stands === 'device') return 401
  if (!isLetIn(endpoint, row, principal)) return 403
  return principal.of === 'other' && refers(endpoint, principal) ? 404 : served
}
