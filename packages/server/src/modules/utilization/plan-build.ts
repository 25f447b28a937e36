import { localDayOf, localWeekOf, type Range } from '@millwatch/domain/time'
import type { MachineFacts } from './queries-facts.ts'
import { ceilQuarter, clipped, floorQuarter, joined, wholeWeeks } from './ranges.ts'
import type { DirtySpan, RollupState } from './store-state.ts'

/** Changes that one transaction makes to the rollups of one machine, as planned by `planBuild`. */
export interface BuildPlan {
  readonly equipmentId: number
  /** State after the build. */
  readonly state: RollupState
  /** Quarter-hours to be built, ascending, not touching each other. */
  readonly quarters: readonly Range[]
  /**
   * Days to be built, ascending, each from midnight to midnight. The last may end where the built quarter-hours end.
   */
  readonly days: readonly Range[]
  /** Time in which stops that ended there are to be looked at, ascending, not touching each other. */
  readonly stopsIn: readonly Range[]
  /** Whole weeks to be summed from their days, ascending: those with a day that is built, or all of them. */
  readonly weeks: readonly Range[]
  /** Ids of the dirty rows that this build settles. */
  readonly settled: readonly number[]
  /** Dirty ranges that stay dirty because one build would be too long. */
  readonly left: readonly Range[]
}

export interface BuildQuestion {
  readonly state: RollupState
  readonly facts: MachineFacts
  readonly dirty: readonly DirtySpan[]
  /** End of the quarter-hours that may be built at present; not after `lookedTo`. */
  readonly reach: number
  /** Target of the build. */
  readonly lookedTo: number
  readonly mostDays: number
}

/**
 * Plans which rollups of a machine are built next, at most `mostDays` days: dirty ranges, time completed since the last
 * build, and time before the built range. Computes only; reads and writes nothing. Quarter-hours before the horizon are
 * not built again. After a change of time zone all days and weeks are built again, and so are days when there are no rows
 * of stops yet.
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
  const quarters = clipped(wanted, { from: Math.max(from, ceilQuarter(facts.horizonAt ?? from)), to: until })
  const touched = isWhole ? [{ from, to: builtTo }] : clipped(wanted, { from, to: until })
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
    left: joined([
      ...clipped(
        dirty.map(({ from: start, to: end }) => ({ from: start, to: end })),
        { from: until, to: builtTo },
      ),
      ...(isBackDone ? [] : clipped([{ from, to: state.builtFrom }], { from: until, to: builtTo })),
    ]),
  }
}

/**
 * Returns the time in which stops have to end to be built, for ranges that are built. A mark covers a stop up to its end,
 * `[start, end)`, so the first instant after a range belongs to it too. A stop that ends where the built range ends may go
 * on: it is built with the next range, which begins there.
 */
const endsIn = (ranges: readonly Range[], builtTo: number): Range[] =>
  joined(ranges.map(({ from, to }) => ({ from, to: Math.min(to + 1, builtTo) })))

/** Returns the last instant built, when the end of the built range moves: its day ends elsewhere now. */
const endOf = (builtTo: number, before: number): Range[] =>
  builtTo === before ? [] : [{ from: builtTo - 1, to: builtTo }]

/** Returns the end of the first `mostDays` days of ranges, or a time after all of them when there are fewer days. */
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

/** Returns the local days that ranges touch, clipped to `bounds`. */
function daysOf(ranges: readonly Range[], zone: string, bounds: Range): Range[] {
  const days = new Map<number, Range>()
  for (const range of clipped(ranges, bounds)) {
    for (let at = range.from; at < range.to; ) {
      const day = localDayOf(at, zone)
      days.set(day.from, { from: Math.max(day.from, bounds.from), to: Math.min(day.to, bounds.to) })
      at = day.to
    }
  }
  return [...days.values()].sort((a, b) => a.from - b.from)
}

/** Returns the whole weeks inside `bounds` that contain any of the days. */
function weeksOf(days: readonly Range[], zone: string, bounds: Range): Range[] {
  const weeks: Range[] = []
  for (const day of days) {
    if (day.from < (weeks.at(-1)?.to ?? bounds.from)) continue
    const week = localWeekOf(day.from, zone)
    if (week.from >= bounds.from && week.to <= bounds.to) weeks.push(week)
  }
  return weeks
}
