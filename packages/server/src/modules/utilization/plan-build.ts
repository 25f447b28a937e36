import { localDayOf, localWeekOf, type Range } from '@millwatch/domain/time'
import type { MachineFacts } from './queries-facts.ts'
import { ceilQuarter, clipped, floorQuarter, joined, wholeWeeks } from './ranges.ts'
import type { DirtySpan, RollupState } from './store-state.ts'

/** What one transaction does to the rollups of one machine. */
export interface BuildPlan {
  readonly equipmentId: number
  /** The state afterwards. */
  readonly state: RollupState
  /** Quarter-hours to be built, in order and apart. */
  readonly quarters: readonly Range[]
  /** Days to be built, ascending: from midnight to midnight, the last perhaps only as far as quarter-hours are built. */
  readonly days: readonly Range[]
  /** Whole weeks to be added up from their days, ascending: those with a day that is built, or all. */
  readonly weeks: readonly Range[]
  /** What was dirty and is settled hereby, by id. */
  readonly settled: readonly number[]
  /** What stays dirty, because it would be too much at once. */
  readonly left: readonly Range[]
}

export interface BuildQuestion {
  readonly state: RollupState
  readonly facts: MachineFacts
  readonly dirty: readonly DirtySpan[]
  /** Up to where quarter-hours may be built at present; not after `lookedTo`. */
  readonly reach: number
  /** The target that was looked for. */
  readonly lookedTo: number
  readonly mostDays: number
}

/** Decides what of a machine is built again: what is dirty, what was closed since, and what lies before what was built. */
export function planBuild({ state, facts, dirty, reach, lookedTo, mostDays }: BuildQuestion): BuildPlan {
  const { equipmentId } = state
  const { zone } = facts
  const from = Math.min(state.builtFrom, floorQuarter(localDayOf(facts.beganAt, zone).from))
  const to = Math.max(from, reach)
  const wanted = joined(
    [
      { from, to: state.builtFrom },
      { from: state.builtTo, to },
      ...dirty.map((one) => ({ from: floorQuarter(one.from), to: ceilQuarter(one.to) })),
    ].map((range) => ({ from: Math.max(range.from, from), to: Math.min(range.to, to) })),
  )
  const isOtherZone = zone !== state.zone
  const until = isOtherZone ? to : endOfDays(wanted, zone, mostDays)
  const builtTo = until >= to ? to : Math.max(Math.min(state.builtTo, to), Math.min(until, to))
  const isBackDone = from === state.builtFrom || until >= state.builtFrom
  const quarters = clipped(wanted, { from: Math.max(from, ceilQuarter(facts.horizonAt ?? from)), to: until })
  const touched = isOtherZone ? [{ from, to: builtTo }] : clipped(wanted, { from, to: until })
  const days = daysOf([...touched, ...endOf(builtTo, state.builtTo)], zone, { from, to: builtTo })
  return {
    equipmentId,
    state: { equipmentId, builtFrom: from, builtTo, lookedTo: until >= to ? lookedTo : 0, zone, hasWeeks: true },
    quarters,
    days,
    weeks: state.hasWeeks ? weeksOf(days, zone, { from, to: builtTo }) : wholeWeeks({ from, to: builtTo }, zone),
    settled: dirty.map((one) => one.id),
    left: joined([
      ...clipped(
        dirty.map(({ from: start, to: end }) => ({ from: start, to: end })),
        { from: until, to: builtTo },
      ),
      ...(isBackDone ? [] : clipped([{ from, to: state.builtFrom }], { from: until, to: builtTo })),
    ]),
  }
}

/** The day in which what is built ends ends elsewhere now. */
const endOf = (builtTo: number, before: number): Range[] =>
  builtTo === before ? [] : [{ from: builtTo - 1, to: builtTo }]

/** Where so many days of ranges end; beyond the last when there are not as many. */
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

/** The days that ranges touch, inside `bounds`. */
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

/** The whole weeks of days inside `bounds`. */
function weeksOf(days: readonly Range[], zone: string, bounds: Range): Range[] {
  const weeks: Range[] = []
  for (const day of days) {
    if (day.from < (weeks.at(-1)?.to ?? bounds.from)) continue
    const week = localWeekOf(day.from, zone)
    if (week.from >= bounds.from && week.to <= bounds.to) weeks.push(week)
  }
  return weeks
}
