import { orgUnitsOfCompany } from '@millwatch/contract/http/company'
import * as calls from '@millwatch/contract/http/tree'
import { maySee } from '@millwatch/domain/identity'
import { offeredTimeZones, treeOf } from '@millwatch/domain/tree'
import { command, type Module, type ModuleCall, nothing, question } from '../../platform/calls/calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { listCalls } from './calls-lists.ts'
import { archiveEquipment, createEquipment, removeEquipment, updateEquipment } from './equipment.ts'
import { inNaturalOrder } from './natural-order.ts'
import { presentEquipmentRows, presentOrgUnitRow } from './present.ts'
import { allUnits, type EquipmentRow, type OrgUnitRow } from './queries.ts'
import { readEquipmentChange } from './read-change.ts'
import { createOrgUnit, removeOrgUnit, updateOrgUnit } from './units.ts'

const presentUnit = async (unit: OrgUnitRow, ctx: Ctx) => ({
  orgUnit: presentOrgUnitRow(unit, treeOf(await allUnits(ctx))),
})

async function presentMachine(machine: EquipmentRow, ctx: Ctx) {
  const [equip] = await presentEquipmentRows(ctx, [machine], maySee(ctx.actor, 'money'))
  if (!equip) throw new Error('A machine that was there is not')
  return { equip }
}

const unitCalls: readonly ModuleCall[] = [
  command(
    calls.createOrgUnit,
    (ctx, { body }) => createOrgUnit(ctx, { name: body.name, parentId: body.parent_id }),
    presentUnit,
  ),
  command(
    calls.updateOrgUnit,
    (ctx, { params, body: { target_pct: targetPct, ...body } }) =>
      updateOrgUnit(ctx, params.id, { ...body, targetPct }),
    presentUnit,
  ),
  command(calls.removeOrgUnit, (ctx, { params }) => removeOrgUnit(ctx, params.id), presentUnit),
  question(orgUnitsOfCompany, async (ctx) => {
    const units = await allUnits(ctx)
    const tree = treeOf(units)
    return { orgUnits: inNaturalOrder(units, (unit) => unit.id).map((unit) => presentOrgUnitRow(unit, tree)) }
  }),
  question(calls.listTimeZones, async () => ({ timezones: [...offeredTimeZones] })),
]

const machineCalls: readonly ModuleCall[] = [
  command(
    calls.createEquipment,
    (ctx, { body }) => createEquipment(ctx, { name: body.name, parentId: body.parent_id }),
    presentMachine,
  ),
  command(
    calls.updateEquipment,
    (ctx, { params, body }) => updateEquipment(ctx, params.id, readEquipmentChange(body)),
    presentMachine,
  ),
  command(
    calls.archiveEquipment,
    (ctx, { params, body }) => archiveEquipment(ctx, params.id, body.archived),
    presentMachine,
  ),
  command(calls.removeEquipment, (ctx, { params }) => removeEquipment(ctx, params.id), nothing),
]

export const treeModule: Module = { calls: [...unitCalls, ...machineCalls, ...listCalls] }
