import { type Schedule, type ScheduleInForce, scheduleInForce } from '@millwatch/domain/schedules'
import { type ShiftsAround, shiftsOfScheduleAt } from '@millwatch/domain/scope'
import { type Tree, timeZoneOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import type { OrgUnitRow } from '../tree/index.ts'
import { type OwnSchedules, ownSchedules, schedulesOfUnits } from './queries.ts'

/** Machine with its unit, from which it may inherit a schedule. */
export interface Placed {
  readonly equipmentId: number
  readonly parentId: number
}

/**
 * Returns by machine id the schedule in force now, and as `source` the unit from which it is inherited (null: it is the machine's
 * own); every given machine has an entry.
 */
export async function schedulesInForce(
  ctx: Ctx,
  tree: Tree<OrgUnitRow>,
  machines: readonly Placed[],
): Promise<Map<number, ScheduleInForce<OrgUnitRow>>> {
  const schedules = await ownSchedules(
    ctx,
    machines.map((machine) => machine.equipmentId),
  )
  return new Map(machines.map((machine) => [machine.equipmentId, ofMachine(tree, schedules, machine)]))
}

/**
 * Returns the schedule in force of a unit now, and as `source` the unit above from which it is inherited; null: it is the unit's
 * own, or the unit is the root. Without a schedule up to the root, the default schedule applies as if it were that of the root.
 */
export async function scheduleOfUnit(
  ctx: Ctx,
  tree: Tree<OrgUnitRow>,
  unitId: number,
): Promise<ScheduleInForce<OrgUnitRow>> {
  return scheduleInForce(tree, await schedulesOfUnits(ctx), { unitId })
}

interface ShiftsOfUnit {
  readonly unitId: number
  readonly machines: readonly Placed[]
  readonly now: number
}

/**
 * Returns the schedule in force of a unit (`inForce`, as `scheduleOfUnit` does), and the numbers of machines whose shift differs
 * from that of the unit, by the schedules in force. In `othersNow`, it compares the shifts in progress at the instant `now`, or
 * where there is none the shift that ended last before it; in `othersLast`, the shifts that ended last.
 */
export async function shiftsOfUnit(ctx: Ctx, tree: Tree<OrgUnitRow>, { unitId, machines, now }: ShiftsOfUnit) {
  const schedules = await ownSchedules(
    ctx,
    machines.map((machine) => machine.equipmentId),
  )
  const shiftsOf = shiftsAt(now)
  const inForce = scheduleInForce(tree, schedules.ofUnits, { unitId })
  const ofUnit = shiftsOf(inForce.schedule, timeZoneOf(tree, unitId))
  const all = machines.map((machine) => {
    const { schedule } = ofMachine(tree, schedules, machine)
    return shiftsOf(schedule, timeZoneOf(tree, machine.parentId))
  })
  return {
    inForce,
    othersNow: all.filter((shifts) => shifts.now !== ofUnit.now).length,
    othersLast: all.filter((shifts) => shifts.last !== ofUnit.last).length,
  }
}

/**
 * Returns a function that returns the shifts of a schedule in a zone around an instant, as texts. It computes those of equal
 * schedules once, as most machines share one.
 */
function shiftsAt(now: number) {
  const texts = new Map<Schedule, string>()
  const found = new Map<string, ReturnType<typeof textsOf>>()
  return (schedule: Schedule, zone: string) => {
    const text = texts.get(schedule) ?? JSON.stringify(schedule)
    texts.set(schedule, text)
    const key = `${zone} ${text}`
    const shifts = found.get(key) ?? textsOf(shiftsOfScheduleAt(schedule, zone, now))
    found.set(key, shifts)
    return shifts
  }
}

const textsOf = ({ current, last }: ShiftsAround) => ({
  now: JSON.stringify(current ?? last ?? null),
  last: JSON.stringify(last ?? null),
})

export function ofMachine(
  tree: Tree<OrgUnitRow>,
  { ofUnits, ofMachines }: OwnSchedules,
  { equipmentId, parentId }: Placed,
): ScheduleInForce<OrgUnitRow> {
  return scheduleInForce(tree, ofUnits, { parentId, own: ofMachines.get(equipmentId) })
}

/**
 * Functions that return the unit above from which a schedule in force is inherited; null: it is the own schedule of the unit or
 * machine. The default schedule belongs to the root.
 */
export interface ScheduleSources {
  readonly ofUnit: (unitId: number) => OrgUnitRow | null
  readonly ofMachine: (machine: Placed) => OrgUnitRow | null
}

/**
 * Returns functions that find the source of the schedule of any unit of the tree and of each of these machines. Reads the
 * schedules once.
 */
export async function scheduleSources(
  ctx: Ctx,
  tree: Tree<OrgUnitRow>,
  equipmentIds: readonly number[],
): Promise<ScheduleSources> {
  const schedules = await ownSchedules(ctx, equipmentIds)
  return {
    ofUnit: (unitId) => scheduleInForce(tree, schedules.ofUnits, { unitId }).source,
    ofMachine: (machine) => ofMachine(tree, schedules, machine).source,
  }
}
