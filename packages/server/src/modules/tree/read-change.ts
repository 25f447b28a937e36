import type { Body } from '@millwatch/contract/endpoint'
import type { updateEquipment } from '@millwatch/contract/http/tree'
import type { EquipmentSettings } from '@millwatch/domain/tree'
import { fromIso } from '../../platform/http/instants.ts'
import type { EquipmentChange } from './equipment.ts'

/** Converts the body of a request into a change of a machine. */
export function readEquipmentChange(body: Body<typeof updateEquipment>): EquipmentChange {
  const { name, from } = body
  const settings: { [Key in keyof EquipmentSettings]: EquipmentSettings[Key] | undefined } = {
    parentOrgUnitId: body.parent_org_unit_id,
    active: undefined,
    utilExcluded: body.util_excluded,
    utilCappedBySchedule: body.util_capped_by_schedule,
    utilInclLtXsfDt: body.util_incl_lt_xsf_dt,
    excessiveDowntimeEnabled: body.excessive_downtime_enabled,
    excessiveDowntimeThresholdMs: toMs(body.excessive_downtime_threshold),
    maximumCycleMs: body.maximum_allowed_cycle_time === null ? null : toMs(body.maximum_allowed_cycle_time),
    hourlyRevenue: body.hourly_revenue,
    hourlyParts: body.hourly_parts,
    source: body.source,
  }
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  return {
    name,
    lists: {
      categoryId: body.category_id,
      manufacturerId: body.manufacturer_id,
      modelId: body.model_id,
      modelNumber: body.model_number,
    },
    settings: Object.fromEntries(given),
    from: from === undefined ? undefined : fromIso(from, 'body/from'),
  }
}

const toMs = (seconds: number | undefined) => (seconds === undefined ? undefined : Math.round(seconds * 1000))
