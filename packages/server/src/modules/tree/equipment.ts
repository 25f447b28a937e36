import type { MachineFact } from '@millwatch/domain/facts'
import type { EquipmentSettings } from '@millwatch/domain/tree'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { changesOf, writeSettings } from './change-settings.ts'
import { inheritedChanges, zonesOfMachines } from './inherited.ts'
import { type ListedAs, listedAs } from './lists.ts'
import { requireName } from './names.ts'
import { countEquipment, type EquipmentRow, equipmentByIds } from './queries.ts'
import { changeEquipment, insertEquipment, lockEquipment, lockTree } from './store.ts'
import { getParent } from './units.ts'

/** Returns the machine with this id in the caller's company, archived or not; 404 when there is none or it was removed. */
export async function getEquipment(ctx: Ctx, id: number): Promise<EquipmentRow> {
  const [machine] = await equipmentByIds(ctx, [id])
  if (!machine) throw new NotFound()
  return machine
}

const MOST_MACHINES = 20_000

export async function createEquipment(ctx: Ctx, machine: { name: string; parentId: number }): Promise<EquipmentRow> {
  const name = requireName(machine.name)
  await lockTree(ctx)
  const { id: parentId } = await getParent(ctx, machine.parentId)
  if ((await countEquipment(ctx)) >= MOST_MACHINES) throw new Conflict('equipment_full')
  const id = await insertEquipment(ctx, { name, parentId })
  await recordAudit(ctx, { operation: 'equipment.create', subject: `equipment/${id}`, after: { name, parentId } })
  await stateFact(ctx, { kind: 'tree.changed', equipmentIds: [id], orgUnitIds: [parentId] })
  return getEquipment(ctx, id)
}

/** Requested change of a machine; an absent field does not change. */
export interface EquipmentChange {
  readonly name?: string | undefined
  readonly lists: ListedAs
  readonly settings: Partial<EquipmentSettings>
  /** Instant from which the settings apply (epoch ms); now if absent. */
  readonly from?: number | undefined
}

/**
 * Changes a machine with audit entry and with facts that cause all effects on status and shift history; returns the machine.
 * Stores nothing when no value differs. A move dated back changes the sums of units from that date on, but inherited time zone
 * and schedule only from now on. 404 for an unknown machine, parent or list entry, 400 for a blank name or a `from` in the
 * future, 409 for one before the horizon or an inactive parent; for `lists` also the errors of `listedAs`.
 */
export async function updateEquipment(
  ctx: Ctx,
  id: number,
  { name, lists, settings, from: requestedFrom }: EquipmentChange,
): Promise<EquipmentRow> {
  await lockTree(ctx)
  const machine = await getEquipment(ctx, id)
  await lockEquipment(ctx, [id])
  const from = await asOf(ctx, id, requestedFrom)
  if (settings.parentOrgUnitId !== undefined) {
    await getParent(ctx, settings.parentOrgUnitId)
    // A commit locks the machine first, and then waits for planning to write shift history.
    await stateFact(ctx, { kind: 'machine.reserved', equipmentIds: [id] })
    await stateFact(ctx, { kind: 'plan.closed' })
  }
  const columns = {
    ...(name === undefined || name === machine.name ? {} : { name: requireName(name) }),
    ...(await listedAs(ctx, machine, lists)),
  }
  if (Object.keys(columns).length > 0) await changeEquipment(ctx, id, columns)
  const zones = settings.parentOrgUnitId === undefined ? null : await zonesOfMachines(ctx)
  const changed = await writeSettings(ctx, [id], from, settings)
  const [change] = changed
  if (change === undefined && Object.keys(columns).length === 0) return machine
  const before = Object.fromEntries(Object.keys(columns).map((key) => [key, machine[key as keyof typeof columns]]))
  const validFrom = change && requestedFrom !== undefined ? { from } : {}
  await recordAudit(ctx, {
    operation: 'equipment.update',
    subject: `equipment/${id}`,
    before: { ...before, ...change?.before },
    after: { ...columns, ...change?.after, ...validFrom },
  })
  await stateFact(ctx, { kind: 'setting.changed', equipmentIds: [id] })
  if (name !== undefined || settings.parentOrgUnitId !== undefined) await stateFact(ctx, treeChanged(machine, settings))
  const moved = change?.after.parentOrgUnitId === undefined ? [] : [id]
  const inherited = zones ? inheritedChanges(zones, await zonesOfMachines(ctx), ctx.clock.now(), moved) : []
  await stateFact(ctx, { kind: 'machine.changed', changes: [...changesOf(changed), ...inherited] })
  return getEquipment(ctx, id)
}

/** Returns the fact that a machine changed in the tree, with its present unit and, for a move, the new unit. */
const treeChanged = (machine: EquipmentRow, { parentOrgUnitId }: Partial<EquipmentSettings> = {}): MachineFact => ({
  kind: 'tree.changed',
  equipmentIds: [machine.equipmentId],
  orgUnitIds: [machine.parentOrgUnitId, ...(parentOrgUnitId === undefined ? [] : [parentOrgUnitId])],
})

/**
 * Returns the instant (epoch ms) from which a change applies: the requested one, or now. 400 when it is later than now, and 409
 * when it is before the machine's horizon.
 */
async function asOf(ctx: Ctx, id: number, requested: number | undefined): Promise<number> {
  const now = ctx.clock.now()
  if (requested === undefined) return now
  if (requested > now) throw new Invalid('body/from lies ahead of now')
  await stateFact(ctx, { kind: 'past.opened', equipmentIds: [id], from: requested })
  return Math.max(0, requested)
}

/**
 * Archives a machine and deactivates its devices, or restores it (its devices stay inactive), with audit entry and facts; returns
 * the machine. Stores nothing when the machine is in that state already. 404 for an unknown machine, 409 for restoring in an
 * inactive unit.
 */
export async function archiveEquipment(ctx: Ctx, id: number, archived: boolean): Promise<EquipmentRow> {
  await lockTree(ctx)
  const machine = await getEquipment(ctx, id)
  if (!archived) await getParent(ctx, machine.parentOrgUnitId)
  const changed = await writeSettings(ctx, [id], ctx.clock.now(), { active: !archived })
  const [change] = changed
  if (change === undefined) return machine
  if (archived) await stateFact(ctx, { kind: 'machine.released', equipmentId: id, isRemoved: false })
  const { before, after } = change
  await recordAudit(ctx, { operation: 'equipment.archive', subject: `equipment/${id}`, before, after })
  await stateFact(ctx, treeChanged(machine))
  await stateFact(ctx, { kind: 'machine.changed', changes: changesOf(changed) })
  return getEquipment(ctx, id)
}

/**
 * Marks a machine as removed, with audit entry and facts: no query finds it as a present machine, and its devices are deactivated
 * and on no machine. Its data stays, and so do its past figures in the sums of its units. It cannot be restored. 404 for an
 * unknown machine.
 */
export async function removeEquipment(ctx: Ctx, id: number): Promise<void> {
  await lockTree(ctx)
  const { name, parentOrgUnitId: parentId, active } = await getEquipment(ctx, id)
  const now = ctx.clock.now()
  const changed = await writeSettings(ctx, [id], now, { active: false })
  await stateFact(ctx, { kind: 'machine.released', equipmentId: id, isRemoved: true })
  await changeEquipment(ctx, id, { removedAt: now })
  const before = { name, parentId, active }
  await recordAudit(ctx, { operation: 'equipment.remove', subject: `equipment/${id}`, before })
  await stateFact(ctx, { kind: 'tree.changed', equipmentIds: [id], orgUnitIds: [parentId] })
  await stateFact(ctx, { kind: 'machine.changed', changes: changesOf(changed) })
}
