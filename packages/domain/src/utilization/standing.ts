import type { Range } from '../time/index.ts'
import type { SettingsFrom } from '../tree/index.ts'

/** Where a machine stood of a period, seen from a unit; each a list of ranges in order. */
export interface Standing {
  /** Under the unit, active and not excluded: in the unit's sums. */
  readonly counts: readonly Range[]
  /** Under the unit and left out of its sums. */
  readonly excluded: readonly Range[]
  readonly archived: readonly Range[]
  /** Not under the unit. */
  readonly elsewhere: readonly Range[]
}

/**
 * How a machine counts in the sums of a unit over a period, from its settings over time: at each instant by what was in
 * force then (domain, section 5). `unitIds` are the unit and all below it; of several reasons not to count the first of
 * elsewhere, archived, excluded is given.
 */
export function standingUnder(history: readonly SettingsFrom[], unitIds: ReadonlySet<number>, period: Range): Standing {
  const standing = { counts: [], excluded: [], archived: [], elsewhere: [] } as Record<keyof Standing, Range[]>
  history.forEach((settings, i) => {
    const from = Math.max(i === 0 ? period.from : settings.from, period.from)
    const to = Math.min(history[i + 1]?.from ?? period.to, period.to)
    if (from < to) append(standing[placeOf(settings, unitIds)], { from, to })
  })
  return standing
}

function placeOf(settings: SettingsFrom, unitIds: ReadonlySet<number>): keyof Standing {
  if (!unitIds.has(settings.parentOrgUnitId)) return 'elsewhere'
  if (!settings.active) return 'archived'
  return settings.utilExcluded ? 'excluded' : 'counts'
}

function append(ranges: Range[], { from, to }: Range): void {
  const last = ranges.at(-1)
  if (last?.to === from) ranges[ranges.length - 1] = { from: last.from, to }
  else ranges.push({ from, to })
}
