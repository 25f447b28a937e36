import { ancestorsOf, type Tree, type TreeUnit } from '../tree/index.ts'
import { defaultSchedule, type Schedule } from './schedule.ts'

/**
 * Schedule in force at a unit or a machine, and the unit from which it is inherited. `source` null: the unit or machine has
 * its own.
 */
export interface ScheduleInForce<Unit extends TreeUnit> {
  readonly schedule: Schedule
  readonly source: Unit | null
}

/**
 * Returns the schedule in force at a unit or a machine (domain, section 4): its own, else that of the nearest unit above,
 * else the default (all day, every day), with the root as its source (null at the root itself). `schedules` are the own
 * schedules of units by id. `place` is a unit, or a machine with its parent unit and its own schedule.
 */
export function scheduleInForce<Unit extends TreeUnit>(
  tree: Tree<Unit>,
  schedules: ReadonlyMap<number, Schedule>,
  place: { readonly unitId: number } | { readonly parentId: number; readonly own: Schedule | undefined },
): ScheduleInForce<Unit> {
  const isUnit = 'unitId' in place
  const ownSchedule = isUnit ? schedules.get(place.unitId) : place.own
  if (ownSchedule) return { schedule: ownSchedule, source: null }
  const startId = isUnit ? place.unitId : place.parentId
  const start = tree.units.get(startId)
  const above = [...(start && !isUnit ? [start] : []), ...ancestorsOf(tree, startId)]
  for (const unit of above) {
    const schedule = schedules.get(unit.id)
    if (schedule) return { schedule, source: unit }
  }
  return { schedule: defaultSchedule, source: above.at(-1) ?? null }
}
