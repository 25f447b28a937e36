import type { Restatement, RangeFigures as StatedFigures, TimelineRow } from '@millwatch/contract/http/reports-status'
import type { RangeFigures } from '@millwatch/domain/stops'
import { ancestorsOf, type Tree } from '@millwatch/domain/tree'
import type { Static } from 'typebox'
import { toIso } from '../../platform/http/instants.ts'
import type { StatusRow } from '../status/index.ts'
import type { RestatementRow } from '../stops/index.ts'
import type { EquipmentRow, OrgUnitRow } from '../tree/index.ts'

/** Returns an interval as a row of a timeline: status, start and end in epoch seconds; the end is null while it lasts. */
export const presentTimeline = ({ statusId, startedAt, endedAt }: StatusRow): Static<typeof TimelineRow> => [
  statusId,
  startedAt / 1000,
  endedAt === null ? null : endedAt / 1000,
]

/** Converts a restatement into its wire form: instants as ISO 8601, times in seconds. */
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

const presentFigures = (figures: RangeFigures): Static<typeof StatedFigures> => ({
  running_s: figures.runningMs / 1000,
  down_s: figures.downMs / 1000,
  offline_s: figures.offlineMs / 1000,
  powered_off_s: figures.poweredOffMs / 1000,
  stops: figures.stops,
  excessive_stops: figures.excessiveStops,
  scheduled_s: figures.scheduledMs / 1000,
})

/** Returns id and name of the units above a machine, nearest first, up to the root. */
export function presentUnitsAbove(tree: Tree<OrgUnitRow>, { parentOrgUnitId: parentId }: EquipmentRow) {
  const parent = tree.units.get(parentId)
  const above = parent === undefined ? [] : [parent, ...ancestorsOf(tree, parentId)]
  return above.map(({ id, name }) => ({ id, name }))
}
