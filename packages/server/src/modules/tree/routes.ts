import { orgUnitsOfCompany } from '@millwatch/contract/http/company'
import * as calls from '@millwatch/contract/http/tree'
import { maySee } from '@millwatch/domain/identity'
import { offeredTimeZones, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { archiveEquipment, createEquipment, removeEquipment, type TreeDeps, updateEquipment } from './equipment.ts'
import { inNaturalOrder } from './natural-order.ts'
import { presentEquipmentRows, presentOrgUnitRow } from './present.ts'
import { allUnits, type EquipmentRow, type OrgUnitRow } from './queries.ts'
import { readEquipmentChange } from './read-change.ts'
import { listRoutes } from './routes-lists.ts'
import { createOrgUnit, removeOrgUnit, updateOrgUnit } from './units.ts'

export function treeRoutes(router: Router, deps: TreeDeps): void {
  unitRoutes(router, deps)
  machineRoutes(router, deps)
  listRoutes(router)
}

const unitAnswer = async (ctx: Ctx, unit: OrgUnitRow) =>
  success({ orgUnit: presentOrgUnitRow(unit, treeOf(await allUnits(ctx))) })

async function machineAnswer(ctx: Ctx, machine: EquipmentRow) {
  const [equip] = await presentEquipmentRows(ctx, [machine], maySee(ctx.actor, 'money'))
  if (!equip) throw new Error('A machine that was there is not')
  return success({ equip })
}

function unitRoutes(router: Router, deps: TreeDeps): void {
  router.signedIn(calls.createOrgUnit, ({ body, inCompany }) =>
    inCompany(async (ctx) => unitAnswer(ctx, await createOrgUnit(ctx, { name: body.name, parentId: body.parent_id }))),
  )
  router.signedIn(calls.updateOrgUnit, ({ params, body, inCompany }) =>
    inCompany(async (ctx) => unitAnswer(ctx, await updateOrgUnit(ctx, deps, params.id, body))),
  )
  router.signedIn(calls.removeOrgUnit, ({ params, inCompany }) =>
    inCompany(async (ctx) => unitAnswer(ctx, await removeOrgUnit(ctx, deps, params.id))),
  )
  router.signedIn(orgUnitsOfCompany, ({ inCompany }) =>
    inCompany(async (ctx) => {
      const units = await allUnits(ctx)
      const tree = treeOf(units)
      const orgUnits = inNaturalOrder(units, (unit) => unit.id).map((unit) => presentOrgUnitRow(unit, tree))
      return success({ orgUnits })
    }),
  )
  router.signedIn(calls.listTimeZones, async () => success({ timezones: [...offeredTimeZones] }))
}

function machineRoutes(router: Router, deps: TreeDeps): void {
  router.signedIn(calls.createEquipment, ({ body, inCompany }) =>
    inCompany(async (ctx) =>
      machineAnswer(ctx, await createEquipment(ctx, { name: body.name, parentId: body.parent_id })),
    ),
  )
  router.signedIn(calls.updateEquipment, ({ params, body, inCompany }) =>
    inCompany(async (ctx) =>
      machineAnswer(ctx, await updateEquipment(ctx, deps, params.id, readEquipmentChange(body))),
    ),
  )
  router.signedIn(calls.archiveEquipment, ({ params, body, inCompany }) =>
    inCompany(async (ctx) => machineAnswer(ctx, await archiveEquipment(ctx, deps, params.id, body.archived))),
  )
  router.signedIn(calls.removeEquipment, ({ params, inCompany }) =>
    inCompany(async (ctx) => {
      await removeEquipment(ctx, deps, params.id)
      return success({})
    }),
  )
}
