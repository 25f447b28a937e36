import type { EquipmentSettings } from '@millwatch/domain/tree'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { allow } from '../../platform/policy.ts'
import { announceChange } from '../../platform/sockets/changed.ts'
import { changesOf, writeSettings } from './change-settings.ts'
import { inheritedChanges, zonesOfMachines } from './inherited.ts'
import { type ListedAs, listedAs } from './lists.ts'
import type { MachinesChanged } from './machine-change.ts'
import { demandName } from './names.ts'
import { type EquipmentRow, equipmentByIds } from './queries.ts'
import { changeEquipment, insertEquipment, lockEquipment, lockTree } from './store.ts'
import { getParent } from './units.ts'

/** What changes of machines need of others. */
export interface TreeDeps {
  readonly machinesChanged: MachinesChanged
  /** Shift history up to now is written as things stand, before the place of machines changes. */
  readonly settleShifts: (ctx: Ctx) => Promise<void>
  /** Deactivates the devices that stand on a machine; `orphan`: and takes them from it. */
  readonly releaseDevices: (ctx: Ctx, equipmentId: number, how: { readonly orphan: boolean }) => Promise<void>
  /** Throws `before_horizon` when what was sent before `from` (epoch ms) is not kept any more. */
  readonly demandKept: (ctx: Ctx, equipmentIds: readonly number[], from: number) => Promise<void>
}

/** The machine of this id, in the caller's company. */
export async function getEquipment(ctx: Ctx, id: number): Promise<EquipmentRow> {
  const [machine] = await equipmentByIds(ctx, [id])
  if (!machine) throw new NotFound()
  return machine
}

export async function createEquipment(ctx: Ctx, machine: { name: string; parentId: number }): Promise<EquipmentRow> {
  allow(ctx.actor, 'equipment.create')
  const name = demandName(machine.name)
  await lockTree(ctx)
  const { id: parentId } = await getParent(ctx, machine.parentId)
  const id = await insertEquipment(ctx, { name, parentId })
  await recordAudit(ctx, { operation: 'equipment.create', subject: `equipment/${id}`, after: { name, parentId } })
  await announceChange(ctx, 'tree')
  return getEquipment(ctx, id)
}

/** What a person changes of a machine; what is left out stays. */
export interface EquipmentChange {
  readonly name?: string | undefined
  readonly lists: ListedAs
  readonly settings: Partial<EquipmentSettings>
  /** As of when the settings count (epoch ms); now if left out. */
  readonly from?: number | undefined
}

/** Changes a machine. A move dated back changes sums of units from then on, and what it inherits from now on only. */
export async function updateEquipment(
  ctx: Ctx,
  deps: TreeDeps,
  id: number,
  { name, lists, settings, from: asked }: EquipmentChange,
): Promise<EquipmentRow> {
  allow(ctx.actor, 'equipment.update')
  await lockTree(ctx)
  const machine = await getEquipment(ctx, id)
  await lockEquipment(ctx, [id])
  const from = await asOf(ctx, deps, id, asked)
  if (settings.parentOrgUnitId !== undefined) {
    await getParent(ctx, settings.parentOrgUnitId)
    await deps.settleShifts(ctx)
  }
  const columns = {
    ...(name === undefined || name === machine.name ? {} : { name: demandName(name) }),
    ...(await listedAs(ctx, machine, lists)),
  }
  if (Object.keys(columns).length > 0) await changeEquipment(ctx, id, columns)
  const zones = settings.parentOrgUnitId === undefined ? null : await zonesOfMachines(ctx)
  const changed = await writeSettings(ctx, [id], from, settings)
  const [of] = changed
  if (of === undefined && Object.keys(columns).length === 0) return machine
  const was = Object.fromEntries(Object.keys(columns).map((key) => [key, machine[key as keyof typeof columns]]))
  const validFrom = of && asked !== undefined ? { from } : {}
  await recordAudit(ctx, {
    operation: 'equipment.update',
    subject: `equipment/${id}`,
    before: { ...was, ...of?.before },
    after: { ...columns, ...of?.after, ...validFrom },
  })
  await announceChange(ctx, 'tree')
  const moved = of?.after.parentOrgUnitId === undefined ? [] : [id]
  const inherited = zones ? inheritedChanges(zones, await zonesOfMachines(ctx), ctx.clock.now(), moved) : []
  await deps.machinesChanged(ctx, [...changesOf(changed), ...inherited])
  return getEquipment(ctx, id)
}

/** As of when a change counts: not ahead of now, and not before what is kept of the machine. */
async function asOf(ctx: Ctx, deps: TreeDeps, id: number, asked: number | undefined): Promise<number> {
  const now = ctx.clock.now()
  if (asked === undefined) return now
  if (asked > now) throw new Invalid('body/from lies ahead of now')
  await deps.demandKept(ctx, [id], asked)
  return Math.max(0, asked)
}

/** Archives a machine, which deactivates its devices, or restores it, which leaves that to be undone by hand. */
export async function archiveEquipment(ctx: Ctx, deps: TreeDeps, id: number, archived: boolean): Promise<EquipmentRow> {
  allow(ctx.actor, 'equipment.archive')
  await lockTree(ctx)
  const machine = await getEquipment(ctx, id)
  if (!archived) await getParent(ctx, machine.parent_org_unit_id)
  const changed = await writeSettings(ctx, [id], ctx.clock.now(), { active: !archived })
  const [of] = changed
  if (of === undefined) return machine
  if (archived) await deps.releaseDevices(ctx, id, { orphan: false })
  const { before, after } = of
  await recordAudit(ctx, { operation: 'equipment.archive', subject: `equipment/${id}`, before, after })
  await announceChange(ctx, 'tree')
  await deps.machinesChanged(ctx, changesOf(changed))
  return getEquipment(ctx, id)
}

/** Removes a machine: nobody finds it any more, its devices stand on none, and its past stays in the sums of its units. */
export async function removeEquipment(ctx: Ctx, deps: TreeDeps, id: number): Promise<void> {
  allow(ctx.actor, 'equipment.remove')
  await lockTree(ctx)
  const { name, parent_org_unit_id: parentId, active } = await getEquipment(ctx, id)
  const now = ctx.clock.now()
  const changed = await writeSettings(ctx, [id], now, { active: false })
  await deps.releaseDevices(ctx, id, { orphan: true })
  await changeEquipment(ctx, id, { removed_at: now })
  const before = { name, parentId, active }
  await recordAudit(ctx, { operation: 'equipment.remove', subject: `equipment/${id}`, before })
  await announceChange(ctx, 'tree')
  await deps.machinesChanged(ctx, changesOf(changed))
}
