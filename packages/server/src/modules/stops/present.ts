import type { Reason } from '@millwatch/contract/http/reasons'
import type { Restatement, ToldOfStretch as ToldOnWire } from '@millwatch/contract/http/restatements'
import type { ToldOfStretch } from '@millwatch/domain/stops'
import type { Static } from 'typebox'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso } from '../../platform/http/instants.ts'
import type { ReasonRow } from './queries-reasons.ts'
import type { RestatementRow } from './queries-restatements.ts'

export function presentReason({ companyId }: Ctx, reason: ReasonRow): Static<typeof Reason> {
  return {
    id: reason.reasonId,
    name: reason.name,
    company_id: companyId,
    active: reason.active,
    favorite: reason.favorite,
    org_unit_ids: [...reason.orgUnitIds],
  }
}

export function presentRestatement(row: RestatementRow): Static<typeof Restatement> {
  return {
    id: row.restatementId,
    equipment_id: row.equipmentId,
    restated_at: toIso(row.restatedAt),
    started_at: toIso(row.from),
    ended_at: toIso(row.to),
    cause: row.cause,
    before: presentTold(row.before),
    after: presentTold(row.after),
    user_id: row.userId,
  }
}

const presentTold = (told: ToldOfStretch): Static<typeof ToldOnWire> => ({
  running_s: told.runningMs / 1000,
  down_s: told.downMs / 1000,
  offline_s: told.offlineMs / 1000,
  powered_off_s: told.poweredOffMs / 1000,
  stops: told.stops,
  excessive_stops: told.excessiveStops,
  scheduled_s: told.scheduledMs / 1000,
})
