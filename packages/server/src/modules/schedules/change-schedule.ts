import {
  faultOfWeek,
  normaliseSchedule,
  type Schedule,
  type ScheduleInForce,
  type WeekOfRanges,
} from '@millwatch/domain/schedules'
import { subtreeOf, type Tree, treeOf } from '@millwatch/domain/tree'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { allUnits, equipmentOfUnits, getEquipment, getOrgUnit, type OrgUnitRow } from '../tree/index.ts'
import { ofMachine, type Placed } from './in-force.ts'
import { ownSchedules } from './queries.ts'
import { putSchedule, type ScheduleOwner } from './store.ts'

/**
 * Sets a unit's own schedule from now on, with audit entry and fact; null removes it, and the unit inherits again (the
 * root: the default schedule). Writes the future shift history again of those machines below whose schedule in force
 * differs. 404 for an unknown unit, 400 for an impossible week.
 */
export async function changeScheduleOfUnit(
  ctx: Ctx,
  id: number,
  week: WeekOfRanges | null,
): Promise<{ id: number; name: string }> {
  const { name } = await getOrgUnit(ctx, id)
  await stateFact(ctx, { kind: 'plan.closed' })
  const tree = treeOf(await allUnits(ctx))
  const unitIds = subtreeOf(tree, id).map((unit) => unit.id)
  const machines = (await equipmentOfUnits(ctx, unitIds)).map(placed)
  await change(ctx, { owner: { unitId: id }, tree, machines, week })
  return { id, name }
}

/**
 * Sets a machine's own schedule from now on, with audit entry and fact; null removes it, and the machine inherits
 * again. Writes its future shift history again if its schedule in force differs. 404 for an unknown machine, 400 for an
 * impossible week.
 */
export async function changeScheduleOfMachine(
  ctx: Ctx,
  id: number,
  week: WeekOfRanges | null,
): Promise<{ id: number; name: string }> {
  const machine = await getEquipment(ctx, id)
  await stateFact(ctx, { kind: 'plan.closed' })
  const tree = treeOf(await allUnits(ctx))
  await change(ctx, { owner: { equipmentId: id }, tree, machines: [placed(machine)], week })
  return { id, name: machine.name }
}

interface Change {
  readonly owner: ScheduleOwner
  readonly tree: Tree<OrgUnitRow>
  /** Machines whose schedule in force may change: those below the unit, or the machine itself. */
  readonly machines: readonly Placed[]
  readonly week: WeekOfRanges | null
}

/**
 * Stores or removes the schedule of the owner, with audit entry and facts; by these, the future shift history of the machines
 * whose schedule in force differs now is written again. 400 for an impossible week.
 */
async function change(ctx: Ctx, { owner, tree, machines, week }: Change): Promise<void> {
  const fault = week === null ? null : faultOfWeek(week)
  if (fault !== null) throw new Invalid(`body/schedule/${fault}`)
  const schedule = week === null ? null : normaliseSchedule(week)
  const ids = machines.map((machine) => machine.equipmentId)
  const schedules = await ownSchedules(ctx, ids)
  const before = machines.map((machine) => textOf(ofMachine(tree, schedules, machine)))
  const previous =
    'unitId' in owner
      ? put(schedules.ofUnits, owner.unitId, schedule)
      : put(schedules.ofMachines, owner.equipmentId, schedule)
  await putSchedule(ctx, owner, schedule)
  await recordAudit(ctx, {
    ...('unitId' in owner
      ? { operation: 'org_unit.schedule.update', subject: `org_unit/${owner.unitId}` }
      : { operation: 'equipment.schedule.update', subject: `equipment/${owner.equipmentId}` }),
    before: { schedule: previous },
    after: { schedule },
  })
  const reachedIds = machines
    .filter((machine, i) => textOf(ofMachine(tree, schedules, machine)) !== before[i])
    .map((machine) => machine.equipmentId)
  const equipmentIds = 'unitId' in owner ? reachedIds : [owner.equipmentId]
  await stateFact(ctx, { kind: 'schedule.changed', equipmentIds, orgUnitIds: 'unitId' in owner ? [owner.unitId] : [] })
  const from = ctx.clock.now()
  await stateFact(ctx, {
    kind: 'machine.changed',
    changes: reachedIds.map((equipmentId) => ({ equipmentId, from, parts: ['schedule'] })),
  })
}

const placed = (machine: { equipmentId: number; parentOrgUnitId: number }): Placed => ({
  equipmentId: machine.equipmentId,
  parentId: machine.parentOrgUnitId,
})

const textOf = ({ schedule }: ScheduleInForce<OrgUnitRow>) => JSON.stringify(schedule)

function put(schedules: Map<number, Schedule>, id: number, schedule: Schedule | null): Schedule | null {
  const previous = schedules.get(id) ?? null
  if (schedule === null) schedules.delete(id)
  else schedules.set(id, schedule)
  return previous
}
