import { stopTotals, sumStops } from './stop-totals.ts'

/** Excessive stop as the bars of a Pareto chart group it. */
export interface ParetoStop {
  readonly machine: { readonly id: number; readonly name: string }
  /** Reason that was given; null: none. `group` is the group of the reason, null without one. */
  readonly reason: { readonly id: number; readonly name: string; readonly group: string | null } | null
  /** Tags of the runs during the stop. */
  readonly tags: readonly { readonly id: number; readonly name: string }[]
  /** Scheduled part of the stop, ms. */
  readonly scheduledMs: number
  /** True: a person ignored the stop, so it is left out of all bars and sums. */
  readonly isIgnored: boolean
}

/** Attribute by which stops are grouped: reason, group of the reason, machine, or tag. */
export type ParetoSubject = 'reason' | 'group' | 'machine' | 'tag'

/** Quantity by which bars are ordered and summed: `hours` of scheduled time, or number of `stops`. */
export type ParetoMeasure = 'hours' | 'stops'

/** One bar: the stops of one reason, group, machine or tag. */
export interface ParetoBar {
  /** Id of the reason, machine or tag as text, or `group ` and the name of the group; `none` for stops without one. */
  readonly key: string
  /** Null for stops without a reason, group or tag. */
  readonly name: string | null
  readonly scheduledMs: number
  readonly stops: number
  /** Share of this bar and those before it in the sum of all bars, 0 to 1. */
  readonly runningShare: number
}

/** Bars of a Pareto chart in order, and the sums of all stops. */
export interface Pareto {
  readonly bars: readonly ParetoBar[]
  /** Sums of all stops that are not ignored, each once. By tag, the bars can sum to more. */
  readonly scheduledMs: number
  readonly stops: number
  /**
   * Number of bars, from the first, that together reach 80 % of the sum of the bars: 0 without bars, all bars if the sum is 0.
   */
  readonly vital: number
}

/** Key of the bar of stops without a reason, group or tag. */
export const NO_GROUP = 'none'

/** Share at which the few bars end that cause most of the sum, percent. */
const VITAL_PCT = 80

/** Returns the keys of the bars in which a stop is counted: one key, but one for each tag of the stop when bars are by tag. */
export const paretoKeys = (stop: ParetoStop, subject: ParetoSubject): string[] =>
  groupsOf(stop, subject).map(({ key }) => key)

/**
 * Returns the bars of a Pareto chart of stops: the greatest first, equal ones by name. Leaves out ignored stops. All stops
 * without a reason, group or tag share one bar, whose name is null; it is sorted like the others. When bars are by tag, a stop
 * with several tags is counted in the bar of each.
 */
export function paretoOf(stops: readonly ParetoStop[], subject: ParetoSubject, measure: ParetoMeasure): Pareto {
  const counted = stops.filter(({ isIgnored }) => !isIgnored)
  const parts = counted.flatMap((stop) =>
    groupsOf(stop, subject).map((group) => ({ group, stops: 1, ms: stop.scheduledMs })),
  )
  const names = new Map(parts.map(({ group: { key, name } }) => [key, name]))
  const bars = stopTotals(parts, ({ group }) => group.key).map(({ key, stops: number, ms }) => {
    const size = measure === 'hours' ? ms : number
    return { key, name: names.get(key) ?? null, scheduledMs: ms, stops: number, size }
  })
  bars.sort((a, b) => b.size - a.size || byName(a, b))
  const { ms: scheduledMs, stops: number } = sumStops(counted.map((stop) => ({ stops: 1, ms: stop.scheduledMs })))
  return { ...withShares(bars), scheduledMs, stops: number }
}

/**
 * Returns the bars, each with the share of it and those before it in the sum of all, and the number of first bars that together
 * reach 80 %. If the sum is 0, the shares are even and all bars are counted.
 */
function withShares(sized: readonly (Omit<ParetoBar, 'runningShare'> & { readonly size: number })[]) {
  const total = sized.reduce((sum, { size }) => sum + size, 0)
  let [running, vital] = [0, 0]
  const bars = sized.map(({ size, ...bar }, place) => {
    if (running * 100 < total * VITAL_PCT) vital = place + 1
    running += size
    return { ...bar, runningShare: total === 0 ? (place + 1) / sized.length : running / total }
  })
  return { bars, vital: total === 0 ? bars.length : vital }
}

interface Group {
  readonly key: string
  readonly name: string | null
}

const none: Group = { key: NO_GROUP, name: null }

function groupsOf({ reason, machine, tags }: ParetoStop, subject: ParetoSubject): readonly Group[] {
  if (subject === 'machine') return [groupOf(machine)]
  if (subject === 'tag') return tags.length === 0 ? [none] : tags.map(groupOf)
  if (reason === null) return [none]
  if (subject === 'reason') return [groupOf(reason)]
  // A name has no limits, so that a prefix keeps it apart from `none`.
  return [reason.group === null ? none : { key: `group ${reason.group}`, name: reason.group }]
}

const groupOf = ({ id, name }: { readonly id: number; readonly name: string }): Group => ({ key: String(id), name })

/** Compares bars by name, the bar without a name last; equal names by key, so that the order is always the same. */
function byName(a: Group, b: Group): number {
  if (a.name === null || b.name === null) return Number(a.name === null) - Number(b.name === null)
  return compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.key, b.key)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
