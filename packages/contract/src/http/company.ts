import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, Success } from '../shapes/common.ts'
import { Device } from '../shapes/device.ts'
import { EquipmentRow, OrgUnitRow, TreeNode } from '../shapes/tree.ts'

export const getCompany = endpoint({
  method: 'GET',
  path: '/v0/company',
  operation: 'company.read',
  summary: 'The company and its tree',
  tags: ['company'],
  shapes: {
    query: Type.Object({ activeOnly: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
    answer: Type.Object({
      status: Success,
      company: Type.Object({ id: Id, name: Type.String(), root_org_unit_id: Id, tree: TreeNode }),
    }),
  },
})

export const devicesOfCompany = endpoint({
  method: 'GET',
  path: '/v0/company/devices',
  operation: 'company.devices.read',
  summary: 'All devices, primary ones first, then active ones',
  tags: ['company'],
  shapes: { answer: Type.Object({ status: Success, devices: Type.Array(Device) }) },
})

/** With `addlProps`, whatever it says but `false`, each machine bears its settings, lists and devices. */
export const equipmentOfCompany = endpoint({
  method: 'GET',
  path: '/v0/company/equipment',
  operation: 'company.equipment.read',
  summary: 'All machines by name, archived ones included',
  tags: ['company'],
  shapes: {
    query: Type.Object({ addlProps: Type.Optional(Type.String({ maxLength: 200 })) }, { additionalProperties: false }),
    answer: Type.Object({
      status: Success,
      equipment: Type.Array(
        Type.Object({
          ...Type.Partial(EquipmentRow).properties,
          id: Id,
          name: Type.String(),
          active: Type.Boolean(),
          parent_org_unit_id: Id,
          Devices: Type.Optional(Type.Array(Device)),
        }),
      ),
    }),
  },
})

export const orgUnitsOfCompany = endpoint({
  method: 'GET',
  path: '/v0/company/o',
  operation: 'company.org_units.read',
  summary: 'All units by name',
  tags: ['company'],
  shapes: { answer: Type.Object({ status: Success, orgUnits: Type.Array(OrgUnitRow) }) },
})
