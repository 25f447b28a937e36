import * as calls from '@millwatch/contract/http/tree'
import { treeOf } from '@millwatch/domain/tree'
import { type Router, success } from '../../platform/http/route.ts'
import { createEquipment, updateEquipment } from './equipment.ts'
import { presentEquipmentRow, presentOrgUnitRow } from './present.ts'
import { allUnits } from './queries.ts'
import { createOrgUnit, updateOrgUnit } from './units.ts'

export function treeRoutes(router: Router): void {
  router.signedIn(calls.createOrgUnit, ({ body, inCompany }) =>
    inCompany(async (ctx) => {
      const unit = await createOrgUnit(ctx, { name: body.name, parentId: body.parent_id })
      return success({ orgUnit: presentOrgUnitRow(unit, treeOf(await allUnits(ctx))) })
    }),
  )
  router.signedIn(calls.updateOrgUnit, ({ params, body, inCompany }) =>
    inCompany(async (ctx) => {
      const unit = await updateOrgUnit(ctx, params.id, body)
      return success({ orgUnit: presentOrgUnitRow(unit, treeOf(await allUnits(ctx))) })
    }),
  )
  router.signedIn(calls.createEquipment, ({ body, inCompany }) =>
    inCompany(async (ctx) => {
      const machine = await createEquipment(ctx, { name: body.name, parentId: body.parent_id })
      return success({ equip: presentEquipmentRow(machine) })
    }),
  )
  router.signedIn(calls.updateEquipment, ({ params, body, inCompany }) =>
    inCompany(async (ctx) => success({ equip: presentEquipmentRow(await updateEquipment(ctx, params.id, body)) })),
  )
}
