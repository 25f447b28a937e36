import { isTimeZone } from '@millwatch/domain/time'
import { mayHaveChildren, subtreeOf, treeOf } from '@millwatch/domain/tree'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { changesOf, writeSettings } from './change-settings.ts'
import { inheritedChanges, zonesOfMachines } from './inherited.ts'
import { requireName } from './names.ts'
import { allUnits, equipmentOfUnits, findOrgUnit, type OrgUnitRow } from './queries.ts'
import { changeOrgUnit, insertOrgUnit, lockTree, markUnitRemoved } from './store.ts'

/** Type of every unit except the root. */
export const unitTypeId = 2

/** Returns the unit with this id in the caller's company, active or not; 404 when there is none or it was removed. */
export async function getOrgUnit(ctx: Ctx, id: number): Promise<OrgUnitRow> {
  const unit = await findOrgUnit(ctx, id)
  if (!unit) throw new NotFound()
  return unit
}

/** Returns a unit to which units or machines may be added; 404 when there is none, 409 when it is inactive. */
export async function getParent(ctx: Ctx, id: number): Promise<OrgUnitRow> {
  const parent = await getOrgUnit(ctx, id)
  if (!parent.active) throw new Conflict('parent_inactive')
  return parent
}

export async function createOrgUnit(ctx: Ctx, unit: { name: string; parentId: number }): Promise<OrgUnitRow> {
  const name = requireName(unit.name)
  await lockTree(ctx)
  const { id: parentId } = await getParent(ctx, unit.parentId)
  await requireRoom(ctx, parentId)
  const id = await insertOrgUnit(ctx, { name, parentId, typeId: unitTypeId })
  await recordAudit(ctx, { operation: 'org_unit.create', subject: `org_unit/${id}`, after: { name, parentId } })
  await stateFact(ctx, { kind: 'tree.changed', equipmentIds: [], orgUnitIds: [id, parentId] })
  return getOrgUnit(ctx, id)
}

const MOST_UNITS = 5000

/** Throws 409 if the company has 5,000 units already, or if the tree would become too deep with a unit below this one. */
async function requireRoom(ctx: Ctx, parentId: number): Promise<void> {
  const units = await allUnits(ctx)
  if (units.length >= MOST_UNITS) throw new Conflict('units_full')
  if (!mayHaveChildren(treeOf(units), parentId)) throw new Conflict('tree_too_deep')
}

export interface OrgUnitChange {
  readonly name?: string | undefined
  /** IANA name; null: inherited from the nearest unit above that has one. */
  readonly timezone?: string | null | undefined
  /** Target of utilization in percent; null: inherited. */
  readonly targetPct?: number | null | undefined
}

/**
 * Changes a unit with audit entry and fact; returns the unit. Stores nothing when no value differs. A new time zone applies from
 * now on: future shift history of the machines that inherit it is written again. `as` is the operation of the audit entry, as the
 * root's time zone may also be changed as that of the company. 404 for an unknown unit, 400 for an unknown time zone or a blank
 * name.
 */
export async function updateOrgUnit(
  ctx: Ctx,
  id: number,
  { name, timezone, targetPct }: OrgUnitChange,
  as: 'org_unit.update' | 'company.update' = 'org_unit.update',
): Promise<OrgUnitRow> {
  if (timezone !== undefined) await lockTree(ctx)
  const before = await getOrgUnit(ctx, id)
  if (typeof timezone === 'string' && !isTimeZone(timezone)) throw new Invalid('body/timezone is not a time zone')
  const change = {
    ...(name === undefined || name === before.name ? {} : { name: requireName(name) }),
    ...(timezone === undefined || timezone === before.timeZone ? {} : { timezone }),
    ...(targetPct === undefined || targetPct === before.targetPct ? {} : { targetPct }),
  }
  if (Object.keys(change).length === 0) return before
  if ('timezone' in change) await stateFact(ctx, { kind: 'plan.closed' })
  const zones = 'timezone' in change ? await zonesOfMachines(ctx) : null
  await changeOrgUnit(ctx, id, change)
  const previous = { name: before.name, timezone: before.timeZone, targetPct: before.targetPct }
  await recordAudit(ctx, { operation: as, subject: `org_unit/${id}`, before: previous, after: change })
  await stateFact(ctx, { kind: 'tree.changed', equipmentIds: [], orgUnitIds: [id] })
  if (zones) {
    const changes = inheritedChanges(zones, await zonesOfMachines(ctx), ctx.clock.now())
    await stateFact(ctx, { kind: 'machine.changed', changes })
  }
  return getOrgUnit(ctx, id)
}

/**
 * Removes a unit, with audit entry and facts, and returns its parent. Units directly below it and its machines, archived ones
 * too, move to the parent. Past figures of machines that were in the unit stay. 404 for an unknown unit, 409 for the root.
 */
export async function removeOrgUnit(ctx: Ctx, id: number): Promise<OrgUnitRow> {
  await lockTree(ctx)
  const unit = await getOrgUnit(ctx, id)
  const { parentId } = unit
  if (parentId === null) throw new Conflict('root_not_removable')
  const now = ctx.clock.now()
  await stateFact(ctx, { kind: 'plan.closed' })
  const zones = await zonesOfMachines(ctx)
  const below = subtreeOf(treeOf(await allUnits(ctx)), id).map((child) => child.id)
  const machines = await equipmentOfUnits(ctx, below)
  const directMachines = machines
    .filter((machine) => machine.parentOrgUnitId === id)
    .map((machine) => machine.equipmentId)
  const moved = await writeSettings(ctx, directMachines, now, { parentOrgUnitId: parentId })
  await markUnitRemoved(ctx, id, parentId)
  const before = {
    name: unit.name,
    parentId,
    timezone: unit.timeZone,
    units: below.slice(1),
    equipment: directMachines,
  }
  await recordAudit(ctx, { operation: 'org_unit.remove', subject: `org_unit/${id}`, before })
  await stateFact(ctx, { kind: 'tree.changed', equipmentIds: directMachines, orgUnitIds: [id, parentId] })
  const all = machines.map((machine) => machine.equipmentId)
  const inherited = inheritedChanges(zones, await zonesOfMachines(ctx), now, all)
  await stateFact(ctx, { kind: 'machine.changed', changes: [...changesOf(moved), ...inherited] })
  return getOrgUnit(ctx, parentId)
}
