import type { SettingsInAnswer, SettingsOnTile } from '@millwatch/contract/shapes/machine-settings'
import {
  type EquipmentSettings,
  type MachineSettingName,
  machineSettingNames,
  machineSettings,
  settingsAt,
  type Tree,
  targetPctOf,
  timeZoneOf,
  wireValue,
} from '@millwatch/domain/tree'
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
    target_pct: unit.targetPct,
    actual_target_pct: targetPctOf(tree, unit.id),
  }
}

/**
 * Converts machines into API form, in the given order, with their lists and the settings of now; prices only for
 * callers who may see them.
 */
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
      ...presentSettings(settings, seesPrices),
    }
  })
}

export function presentEquipmentBrief({ equipmentId: id, name, active, parentOrgUnitId }: EquipmentRow) {
  return { id, name, active, parent_org_unit_id: parentOrgUnitId }
}

export function presentModel({ id, number, manufacturerId }: EquipmentModelRow) {
  return { id, number, manufacturer_id: manufacturerId }
}

/** Returns category, manufacturer and model of a machine in API form, each as id and as object; null for none. */
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

/** Returns the settings of a machine by their names in the API; prices only with `seesMoney`. */
function presentSettings(settings: EquipmentSettings, seesMoney: boolean): SettingsInAnswer {
  const seen = machineSettingNames.filter((name) => seesMoney || !('group' in machineSettings[name]))
  return presentNamed(settings, seen) as SettingsInAnswer
}

const onTile = machineSettingNames.filter((name) => 'onTile' in machineSettings[name])

/** Returns those settings of a machine that its tile shows, by their names in the API. */
export const presentTileSettings = (settings: EquipmentSettings) => presentNamed(settings, onTile) as SettingsOnTile

const presentNamed = (settings: EquipmentSettings, names: readonly MachineSettingName[]) =>
  Object.fromEntries(
    names.map((name) => [machineSettings[name].wire, wireValue(machineSettings[name], settings[name])]),
  )
