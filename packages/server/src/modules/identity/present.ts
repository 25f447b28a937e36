import type { SessionUser } from '@millwatch/contract/http/sessions'
import type { Static } from 'typebox'
import type { OpenSession } from '../../platform/directory/index.ts'

export function presentUser(session: OpenSession): Static<typeof SessionUser> {
  return {
    id: session.userId,
    username: session.email,
    first_name: session.firstName,
    last_name: session.lastName,
    company_id: session.companyId,
    company_name: session.companyName,
    root_org_unit_id: session.rootOrgUnitId,
    is_admin: session.role !== 'user',
    is_superuser: session.role === 'superuser',
  }
}
