import { joined, localDayOf, localWeekOf, partsWithin, type Range } from '@millwatch/domain/time'
import { ceilQuarter, floorQuarter, wholeWeeks } from './quarters.ts'
import type { MachineFacts } from './queries-facts.ts'
import type { DirtySpan, RollupState } from './store-state.ts'

/** Changes that one transaction makes to the rollups of one machine, as returned by `planBuild`. */
export interface BuildPlan {
  readonly equipmentId: number
  /** State of the rollups after the build. */
  readonly state: RollupState
  /** Quarter-hours to be built, ascending, not touching each other. */
  readonly quarters: readonly Range[]
  /** Local days to be built, ascending, each from midnight to midnight, but cut at the ends of the range that is built then. */
  readonly days: readonly Range[]
  /** Ranges that select the stops to be built, which are those that ended in them; ascending, not touching each other. */
  readonly stopsIn: readonly Range[]
  /**
   * Whole weeks to be summed from their days, ascending: those that contain a day to be built, or all of them when there are no
   * rows of weeks yet.
   */
  readonly weeks: readonly Range[]
  /** Ids of the dirty rows to be removed after this build. */
  readonly settled: readonly number[]
  /**
   * Ranges that must be marked as dirty, because one build would be too long: the rest of the dirty ones, and new time at the
   * start of the built range that is not built yet.
   */
  readonly left: readonly Range[]
}

export interface BuildQuestion {
  readonly state: RollupState
  readonly facts: MachineFacts
  readonly dirty: readonly DirtySpan[]
  /** End of the quarter-hours that may be built at present (epoch ms); not after `lookedTo`. */
  readonly reach: number
  /** Target of the build (epoch ms). */
  readonly lookedTo: number
  readonly mostDays: number
}

/**
 * Returns the plan of the next build of a machine's rollups, about `mostDays` days: dirty ranges, time completed since the last
 * build, and time before the built range. Reads and writes nothing. Quarter-hours before the horizon are not built again. After a
 * change of time zone, and while there are no rows of stops yet, all days and weeks are built in one plan.
 */
export function planBuild({ state, facts, dirty, reach, lookedTo, mostDays }: BuildQuestion): BuildPlan {
  const { equipmentId } = state
  const { zone } = facts
  const from = Math.min(state.builtFrom, floorQuarter(localDayOf(facts.beganAt, zone).from))
  const to = Math.max(from, reach)
  const wanted = joined(
    [
      { from, to: state.builtFrom },
      { from: state.builtTo, to },
      ...dirty.map((span) => ({ from: floorQuarter(span.from), to: ceilQuarter(span.to) })),
    ].map((range) => ({ from: Math.max(range.from, from), to: Math.min(range.to, to) })),
  )
  const isWhole = zone !== state.zone || !state.hasStops
  const until = isWhole ? to : endOfDays(wanted, zone, mostDays)
  const builtTo = until >= to ? to : Math.max(Math.min(state.builtTo, to), Math.min(until, to))
  const isBackDone = from === state.builtFrom || until >= state.builtFrom
  const quarters = partsWithin(wanted, [{ from: Math.max(from, ceilQuarter(facts.horizonAt ?? from)), to: until }])
  const touched = isWhole ? [{ from, to: builtTo }] : partsWithin(wanted, [{ from, to: until }])
  const days = daysOf([...touched, ...endOf(builtTo, state.builtTo)], zone, { from, to: builtTo })
  return {
    equipmentId,
    state: {
      equipmentId,
      builtFrom: from,
      builtTo,
      lookedTo: until >= to ? lookedTo : 0,
      zone,
      hasWeeks: true,
      hasStops: true,
    },
    quarters,
    days,
    stopsIn: endsIn(touched, builtTo),
    weeks: state.hasWeeks ? weeksOf(days, zone, { from, to: builtTo }) : wholeWeeks({ from, to: builtTo }, zone),
    settled: dirty.map((span) => span.id),
    left: partsWithin(joined([...dirty, ...(isBackDone ? [] : [{ from, to: state.builtFrom }])]), [
      { from: until, to: builtTo },
    ]),
  }
}

/**
 * Returns the ranges in which a stop must end to be built, for ranges that are built. A mark covers a stop as `[start, end)`, so
 * each range is extended by its end. A stop that ends where the built range ends may go on, so it is left to the next range,
 * which begins there.
 */
const endsIn = (ranges: readonly Range[], builtTo: number): Range[] =>
  joined(ranges.map(({ from, to }) => ({ from, to: Math.min(to + 1, builtTo) })))

/**
 * Returns the last millisecond before the new end of the built range, if that end moved, so that the day in it is built again;
 * else an empty list.
 */
const endOf = (builtTo: number, before: number): Range[] =>
  builtTo === before ? [] : [{ from: builtTo - 1, to: builtTo }]

/**
 * Returns the start of the quarter-hour in which the day after the first `mostDays` days of the ranges begins;
 * `Number.MAX_SAFE_INTEGER` when there are not more days.
 */
function endOfDays(ranges: readonly Range[], zone: string, mostDays: number): number {
  let days = 0
  for (const range of ranges) {
    for (let at = range.from; at < range.to; ) {
      const day = localDayOf(at, zone)
      if (++days > mostDays) return floorQuarter(day.from)
      at = day.to
    }
  }
  return Number.MAX_SAFE_INTEGER
}

/** Returns the local days that ranges touch, clipped to `bounds`, ascending, each once. */
function daysOf(ranges: readonly Range[], zone: string, bounds: Range): Range[] {
  const days = new Map<number, Range>()
  for (const range of partsWithin(joined(ranges), [bounds])) {
    for (let at = range.from; at < range.to; ) {
      const day = localDayOf(at, zone)
      days.set(day.from, { from: Math.max(day.from, bounds.from), to: Math.min(day.to, bounds.to) })
      at = day.to
    }
  }
  return [...days.values()].sort((a, b) => a.from - b.from)
}

/** Returns the local weeks that lie wholly inside `bounds` and contain any of the days; both ascending. */
function weeksOf(days: readonly Range[], zone: string, bounds: Range): Range[] {
  const weeks: Range[] = []
  for (const day of days) {
    if (day.from < (weeks.at(-1)?.to ?? bounds.from)) continue
    const week = localWeekOf(day.from, zone)
    if (week.from >= bounds.from && week.to <= bounds.to) weeks.push(week)
  }
  return weeks
}
