import type { Endpoint } from '@millwatch/contract/endpoint'
import type { Policy, Role } from '@millwatch/domain/identity'
import { isRead } from './operations.ts'
import type { Principal } from './principals.ts'
import { exampleOf, refers } from './stage.ts'

const ranks: readonly Role[] = ['user', 'admin', 'superuser']
const reaches = (role: Role | null, least: Policy['least']): boolean =>
  role !== null && ranks.includes(least as Role) && ranks.indexOf(role) >= ranks.indexOf(least as Role)

const beforeOwnPassword = ['user.self.read', 'password.change', 'session.end']

/** Returns true if a principal has access by the policy alone, independently of the code of the server. */
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

/** Returns the expected status of a valid call about things of the first company, from its policy. */
export function expectedStatus(endpoint: Endpoint, principal: Principal): number {
  const row = endpoint.policy
  const served = exampleOf(endpoint).status ?? 200
  if (row.least === 'public') return served
  if (row.least === 'device') return principal.stands === 'device' ? served : 401
  if (principal.stands === 'nobody' || principal.stands === 'device') return 401
  if (!isLetIn(endpoint, row, principal)) return 403
  return principal.of === 'other' && refers(endpoint, principal) ? 404 : served
}
