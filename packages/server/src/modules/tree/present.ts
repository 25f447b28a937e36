import { type SettingsFrom, settingsAt, type Tree, timeZoneOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import type { EquipmentRow, OrgUnitRow } from './queries.ts'
import { type EquipmentLists, type EquipmentModelRow, equipmentLists } from './queries-lists.ts'
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
    machines.map((machine) => machine.equipmentId),
  )
  const now = ctx.clock.now()
  return machines.map((machine) => {
    const settings = settingsAt(histories.get(machine.equipmentId) ?? [], now)
    return {
      ...presentEquipmentBrief(machine),
      ...presentLists(machine, lists),
      ...presentSettings(settings),
      ...(seesPrices ? { hourly_revenue: settings.hourlyRevenue, hourly_parts: settings.hourlyParts } : {}),
    }
  })
}

export function presentEquipmentBrief({ equipmentId: id, name, active, parentOrgUnitId }: EquipmentRow) {
  return { id, name, active, parent_org_unit_id: parentOrgUnitId }
}

export function presentModel({ id, number, manufacturerId }: EquipmentModelRow) {
  return { id, number, manufacturer_id: manufacturerId }
}

/** Returns category, manufacturer and model of a machine. */
export function presentLists({ categoryId, manufacturerId, modelId }: EquipmentRow, lists: EquipmentLists) {
  const model = lists.models.get(modelId ?? 0)
  return {
    category_id: categoryId,
    manufacturer_id: manufacturerId,
    model_id: modelId,
    Category: lists.categories.get(categoryId ?? 0) ?? null,
    Manufacturer: lists.manufacturers.get(manufacturerId ?? 0) ?? null,
    Model: model === undefined ? null : presentModel(model),
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
