import { type SettingsFrom, settingsAt, type Tree, timeZoneOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import type { EquipmentRow, OrgUnitRow } from './queries.ts'
import { type EquipmentLists, equipmentLists } from './queries-lists.ts'
import { settingsOver } from './store-settings.ts'

export function presentOrgUnitRow(unit: OrgUnitRow, tree: Tree<OrgUnitRow>) {
  return {
    id: unit.id,
    name: unit.name,
    org_unit_type_id: unit.typeId,
    active: unit.active,
    parent_id: unit.parentId,
    timezone: unit.timeZone,
    actual_timezone: timeZoneOf(tree, unit.id),
  }
}

/** Returns machines with their lists and current settings; prices only for callers who may see them. */
export async function presentEquipmentRows(ctx: Ctx, machines: readonly EquipmentRow[], seesPrices: boolean) {
  const lists = await equipmentLists(ctx)
  const histories = await settingsOver(
    ctx,
    machines.map((machine) => machine.equipment_id),
  )
  const now = ctx.clock.now()
  return machines.map((machine) => {
    const settings = settingsAt(histories.get(machine.equipment_id) ?? [], now)
    return {
      ...presentEquipmentBrief(machine),
      ...presentLists(machine, lists),
      ...presentSettings(settings),
      ...(seesPrices ? { hourly_revenue: settings.hourlyRevenue, hourly_parts: settings.hourlyParts } : {}),
    }
  })
}

export function presentEquipmentBrief({ equipment_id: id, name, active, parent_org_unit_id }: EquipmentRow) {
  return { id, name, active, parent_org_unit_id }
}

/** Returns category, manufacturer and model of a machine. */
export function presentLists({ category_id, manufacturer_id, model_id }: EquipmentRow, lists: EquipmentLists) {
  return {
    category_id,
    manufacturer_id,
    model_id,
    Category: lists.categories.get(category_id ?? 0) ?? null,
    Manufacturer: lists.manufacturers.get(manufacturer_id ?? 0) ?? null,
    Model: lists.models.get(model_id ?? 0) ?? null,
  }
}

function presentSettings(settings: SettingsFrom) {
  return {
    util_excluded: settings.utilExcluded,
    util_capped_by_schedule: settings.utilCappedBySchedule,
    util_incl_lt_xsf_dt: settings.utilInclLtXsfDt,
    excessive_downtime_enabled: settings.excessiveDowntimeEnabled,
    excessive_downtime_threshold: settings.excessiveDowntimeThresholdMs / 1000,
    maximum_allowed_cycle_time: settings.maximumCycleMs === null ? null : settings.maximumCycleMs / 1000,
    source: settings.source,
  }
}
