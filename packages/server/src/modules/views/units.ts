import type { OrgUnit } from '@millwatch/contract/http/tree'
import { type Range, startOfLocalDay } from '@millwatch/domain/time'
import { ancestorsOf, subtreeOf, type Tree, timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Static } from 'typebox'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { toIso } from '../../platform/http/instants.ts'
import { allUnits, type EquipmentRow, equipmentOfUnits, inNaturalOrder, type OrgUnitRow } from '../tree/index.ts'
import { figuresOf, presentFigures, together } from './figures.ts'
import { describeMachines } from './machines.ts'

/** A unit with the machines anywhere under it. */
export interface UnitWithMachines {
  readonly unit: OrgUnitRow
  readonly machines: readonly EquipmentRow[]
}

/** Units by their ids, with the machines of their whole subtrees; 404 for all when one is not there. */
export async function unitsWithMachines(
  ctx: Ctx,
  ids: readonly number[],
): Promise<{ tree: Tree<OrgUnitRow>; units: UnitWithMachines[] }> {
  const tree = treeOf(await allUnits(ctx))
  const subtrees = ids.map((id) => {
    const below = subtreeOf(tree, id)
    const [unit] = below
    if (!unit) throw new NotFound()
    return { unit, unitIds: new Set(below.map((one) => one.id)) }
  })
  const wanted = [...new Set(subtrees.flatMap((one) => [...one.unitIds]))]
  const machines = inNaturalOrder(await equipmentOfUnits(ctx, wanted), (one) => one.equipment_id)
  const units = subtrees.map(({ unit, unitIds }) => ({
    unit,
    machines: machines.filter((one) => unitIds.has(one.parent_org_unit_id)),
  }))
  return { tree, units }
}

/** The period a unit's page is about when none was asked for: since midnight in its own zone. */
export function todayOf(tree: Tree<OrgUnitRow>, unitId: number, now: number): Range {
  return { from: startOfLocalDay(now, timeZoneOf(tree, unitId)), to: now }
}

/** A unit as its page shows it. */
export async function describeUnit(
  ctx: Ctx,
  { tree, unit, machines }: UnitWithMachines & { tree: Tree<OrgUnitRow> },
  asked: { period: Range; now: number; seesParts: boolean },
): Promise<Static<typeof OrgUnit>> {
  const ids = machines.map((one) => one.equipment_id)
  const all = together([...(await figuresOf(ctx, ids, asked.period)).values()])
  const figures = presentFigures(unit.id, all, asked.seesParts)
  const children = inNaturalOrder(tree.children.get(unit.id) ?? [], (child) => child.id)
  return {
    id: unit.id,
    name: unit.name,
    route: `/o/${unit.id}`,
    org_unit_type_id: unit.typeId,
    active: unit.active,
    parent_id: unit.parentId,
    timezone: unit.timeZone,
    actual_timezone: timeZoneOf(tree, unit.id),
    ancestors: ancestorsOf(tree, unit.id).map(({ id, name }) => ({ id, name })),
    children: children.map(({ id, name, active }) => ({ id, name, active })),
    equipment: await describeMachines(ctx, machines, { now: asked.now, tree, seesParts: asked.seesParts }),
    current_utilization: figures.util_pct === null ? null : figures.run_secs / figures.scheduled_s,
    util_s_actual: figures.run_secs,
    util_s_expected: figures.scheduled_s,
    figures,
    period: { startDate: toIso(asked.period.from), endDate: toIso(asked.period.to) },
    as_of: toIso(asked.now),
  }
}
