import type { Reason } from '@millwatch/contract/http/stops-reasons'
import type { Static } from 'typebox'
import type { Ctx } from '../../platform/ctx.ts'
import { toIsoOrNull } from '../../platform/http/instants.ts'
import type { ReasonRow } from './queries-reasons.ts'

export function presentReason({ companyId }: Ctx, reason: ReasonRow): Static<typeof Reason> {
  return {
    id: reason.reasonId,
    name: reason.name,
    company_id: companyId,
    active: reason.active,
    favorite: reason.favorite,
    failure: reason.failure,
    deactivated_at: toIsoOrNull(reason.deactivatedAt),
    group_name: reason.groupName,
    org_unit_ids: [...reason.orgUnitIds],
  }
}
