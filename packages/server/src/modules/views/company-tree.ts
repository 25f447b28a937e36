import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { type Tree, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { toIsoOrNull } from '../../platform/http/instants.ts'
import { lastContactsOf } from '../ingest/index.ts'
import { type ScheduleSources, scheduleSources } from '../schedules/index.ts'
import { type ScheduledNow, scheduledAt } from '../shifts/index.ts'
import { currentStatuses, type StatusRow } from '../status/index.ts'
import { allUnits, type EquipmentRow, inNaturalOrder, type OrgUnitRow } from '../tree/index.ts'
import { presentScheduled, presentStatus } from './machines.ts'

interface Parts {
  readonly tree: Tree<OrgUnitRow>
  readonly machinesOf: ReadonlyMap<number, readonly EquipmentRow[]>
  readonly statuses: ReadonlyMap<number, StatusRow>
  /** Last contact of the primary device of each machine, epoch ms; machines without contact are missing. */
  readonly contacts: ReadonlyMap<number, number>
  readonly scheduled: ReadonlyMap<number, ScheduledNow>
  readonly sources: ScheduleSources
}

/**
 * Returns the tree of a company as of now with units, these machines, their statuses and the sources of their schedules; siblings
 * in natural order. With `activeOnly` inactive units and archived machines are left out. The caller must have status computed up
 * to now before. Throws if the root is not found.
 */
export async function companyTree(
  ctx: Ctx,
  rootId: number,
  machines: readonly EquipmentRow[],
  { now, activeOnly }: { readonly now: number; readonly activeOnly: boolean },
): Promise<TreeNodeShape> {
  const wanted = <T extends { readonly active: boolean }>(items: readonly T[]) =>
    activeOnly ? items.filter((item) => item.active) : [...items]
  const tree = treeOf(wanted(await allUnits(ctx)))
  const shown = wanted(machines)
  const ids = shown.map((machine) => machine.equipmentId)
  const parts: Parts = {
    tree,
    machinesOf: Map.groupBy(shown, (machine) => machine.parentOrgUnitId),
    statuses: await currentStatuses(ctx, ids),
    contacts: await lastContactsOf(ctx, ids),
    scheduled: await scheduledAt(ctx, ids, now),
    sources: await scheduleSources(ctx, tree, ids),
  }
  const root = tree.units.get(rootId)
  if (!root) throw new Error('A company without a root')
  return nodeOf(root, parts)
}

function nodeOf(unit: OrgUnitRow, parts: Parts): TreeNodeShape {
  const children = inNaturalOrder(parts.tree.children.get(unit.id) ?? [], (child) => child.id)
  const machines = inNaturalOrder(parts.machinesOf.get(unit.id) ?? [], (machine) => machine.equipmentId)
  return {
    id: unit.id,
    name: unit.name,
    org_unit_type_id: unit.typeId,
    active: unit.active,
    schedule_source: parts.sources.ofUnit(unit.id)?.name ?? 'self',
    children: children.map((child) => nodeOf(child, parts)),
    equipment: machines.map(({ equipmentId: id, name, active }) => ({
      id,
      name,
      active,
      current_status: presentStatus(parts.statuses.get(id)),
      last_ping_at: toIsoOrNull(parts.contacts.get(id) ?? null),
      ...presentScheduled(active && parts.statuses.has(id), parts.scheduled.get(id)),
      schedule_source: parts.sources.ofMachine({ equipmentId: id, parentId: unit.id })?.name ?? 'self',
    })),
  }
}
