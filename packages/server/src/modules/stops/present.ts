import type { Reason } from '@millwatch/contract/http/stops-reasons'
import type { Restatement, RangeFigures as ToldOnWire } from '@millwatch/contract/http/stops-restatements'
import type { RangeFigures } from '@millwatch/domain/stops'
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
    before: presentFigures(row.before),
    after: presentFigures(row.after),
    user_id: row.userId,
  }
}

const presentFigures = (figures: RangeFigures): Static<typeof ToldOnWire> => ({
  running_s: figures.runningMs / 1000,
  down_s: figures.downMs / 1000,
  offline_s: figures.offlineMs / 1000,
  powered_off_s: figures.poweredOffMs / 1000,
  stops: figures.stops,
  excessive_stops: figures.excessiveStops,
  scheduled_s: figures.scheduledMs / 1000,
})
