import type { Range } from '../time/index.ts'
import type { SettingsFrom } from '../tree/index.ts'

/** Times of a machine within a period, by their part in the sums of a unit; each list ascends. */
export interface TimeInUnit {
  /** Times under the unit, active and not excluded: they are part of the unit's sums. */
  readonly counts: readonly Range[]
  /**
   * Times under the unit in which the machine is active but excluded from utilization, so that the unit's sums leave them out.
   */
  readonly excluded: readonly Range[]
  readonly archived: readonly Range[]
  /** Times under another unit. */
  readonly elsewhere: readonly Range[]
}

/**
 * Returns the times of a machine in a period, by their part in the sums of a unit, from its settings in force at each instant
 * (domain, section 5). `unitIds` are the unit and all units below it; `history` ascends. Time with several reasons to be left out
 * is in the first list of elsewhere, archived, excluded.
 */
export function timeInUnit(history: readonly SettingsFrom[], unitIds: ReadonlySet<number>, period: Range): TimeInUnit {
  const time = { counts: [], excluded: [], archived: [], elsewhere: [] } as Record<keyof TimeInUnit, Range[]>
  history.forEach((settings, i) => {
    const from = Math.max(i === 0 ? period.from : settings.from, period.from)
    const to = Math.min(history[i + 1]?.from ?? period.to, period.to)
    if (from < to) append(time[placeOf(settings, unitIds)], { from, to })
  })
  return time
}

function placeOf(settings: SettingsFrom, unitIds: ReadonlySet<number>): keyof TimeInUnit {
  if (!unitIds.has(settings.parentOrgUnitId)) return 'elsewhere'
  if (!settings.active) return 'archived'
  return settings.utilExcluded ? 'excluded' : 'counts'
}

function append(ranges: Range[], { from, to }: Range): void {
  const last = ranges.at(-1)
  if (last?.to === from) ranges[ranges.length - 1] = { from: last.from, to }
  else ranges.push({ from, to })
}
