import { ancestorsOf, type Tree, type TreeUnit } from '../tree/index.ts'
import { defaultSchedule, type Schedule } from './schedule.ts'

/** The schedule in force at a unit or a machine, and the unit it is taken from; null: its own. */
export interface ScheduleInForce<Unit extends TreeUnit> {
  readonly schedule: Schedule
  readonly source: Unit | null
}

/**
 * A schedule of its own, else that of the nearest unit above that has one, else the root's: all day, every day. `unitId` is
 * the unit itself, or the one the machine stands at; `own` a machine's (domain, section 4).
 */
export function scheduleInForce<Unit extends TreeUnit>(
  tree: Tree<Unit>,
  schedules: ReadonlyMap<number, Schedule>,
  asked: { readonly unitId: number } | { readonly parentId: number; readonly own: Schedule | undefined },
): ScheduleInForce<Unit> {
  const isUnit = 'unitId' in asked
  const own = isUnit ? schedules.get(asked.unitId) : asked.own
  if (own) return { schedule: own, source: null }
  const startId = isUnit ? asked.unitId : asked.parentId
  const start = tree.units.get(startId)
  const above = [...(start && !isUnit ? [start] : []), ...ancestorsOf(tree, startId)]
  for (const unit of above) {
    const schedule = schedules.get(unit.id)
    if (schedule) return { schedule, source: unit }
  }
  return { schedule: defaultSchedule, source: above.at(-1) ?? null }
}
