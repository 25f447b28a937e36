import type { Body } from '@millwatch/contract/endpoint'
import type { updateEquipment } from '@millwatch/contract/http/tree'
import { type EquipmentSettings, machineSettingNames, machineSettings, valueOfWire } from '@millwatch/domain/tree'
import { fromIso } from '../../platform/http/instants.ts'
import type { EquipmentChange } from './equipment.ts'

/**
 * Converts the body of a request into a change of a machine; fields absent from the body stay absent. 400 for a `from`
 * that is not an instant.
 */
export function readEquipmentChange(body: Body<typeof updateEquipment>): EquipmentChange {
  const { name, from, parent_org_unit_id: parentOrgUnitId } = body
  return {
    name,
    lists: {
      categoryId: body.category_id,
      manufacturerId: body.manufacturer_id,
      modelId: body.model_id,
      modelNumber: body.model_number,
    },
    settings: { ...(parentOrgUnitId === undefined ? {} : { parentOrgUnitId }), ...readSettings(body) },
    from: from === undefined ? undefined : fromIso(from, 'body/from'),
  }
}

function readSettings(body: Body<typeof updateEquipment>): Partial<EquipmentSettings> {
  return Object.fromEntries(
    machineSettingNames.flatMap((name) => {
      const setting = machineSettings[name]
      const value = body[setting.wire]
      return value === undefined ? [] : [[name, valueOfWire(setting, value)]]
    }),
  )
}
