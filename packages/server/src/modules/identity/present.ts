import type { EnteredKiosk, OwnSession as OwnSessionShape } from '@millwatch/contract/http/identity'
import { flagsOf } from '@millwatch/contract/party'
import type { SessionUser } from '@millwatch/contract/shapes/entered'
import type { Static } from 'typebox'
import { toIso } from '../../platform/http/instants.ts'
import type { KioskSession, OwnSession, PersonSession } from './store-directory-sessions.ts'

export function presentUser(session: PersonSession): Static<typeof SessionUser> {
  return {
    id: session.userId,
    username: session.email,
    first_name: session.firstName,
    last_name: session.lastName,
    company_id: session.companyId,
    company_name: session.companyName,
    root_org_unit_id: session.rootOrgUnitId,
    ...flagsOf(session.role),
  }
}

export function presentKiosk({ kioskId, name, grants }: KioskSession): Static<typeof EnteredKiosk>['kiosk'] {
  const { page, equipmentId, orgUnitId } = grants
  return { id: kioskId, name, page, equipment_id: equipmentId, org_unit_id: orgUnitId }
}

export function presentSession(session: OwnSession, currentId: number): Static<typeof OwnSessionShape> {
  return {
    id: session.sessionId,
    created_at: toIso(session.createdAt),
    last_used_at: toIso(session.lastUsedAt),
    expires_at: toIso(session.expiresAt),
    ip: session.ip,
    user_agent: session.userAgent,
    company_name: session.companyName,
    is_current: session.sessionId === currentId,
  }
}
