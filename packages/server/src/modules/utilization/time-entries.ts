import type { Range } from '@millwatch/domain/time'
import { type SettingsFrom, settingsAt } from '@millwatch/domain/tree'
import type { Prices, Switches } from '@millwatch/domain/utilization'
import type { Question } from './question.ts'

/**
 * Part of one machine's time in which it belongs to the same groups, with the same switches and prices. `no` is its index in the
 * list of entries.
 */
export interface TimeEntry extends Range {
  readonly no: number
  readonly equipmentId: number
  /** Indexes of its groups in the list of groups, ascending. */
  readonly groups: readonly number[]
  /** Index into `series`: the groups to whose buckets it adds, and its switches. */
  readonly series: number
  readonly switches: Switches
  readonly prices: Prices
  /** True when it begins with the machine's first event; no event of the machine is older. */
  readonly isFirst: boolean
  /**
   * Instant of the machine's first evidence (epoch ms), before which no time is included. Readings of a device that is not
   * primary may be older.
   */
  readonly timeFrom: number
}

/** Groups, as indexes, and switches that several time entries share; their sums are added up together by bucket. */
export interface Series {
  readonly groups: readonly number[]
  readonly switches: Switches
}

export interface CutTime {
  readonly entries: readonly TimeEntry[]
  readonly series: readonly Series[]
}

interface MachineHistories {
  readonly settings: ReadonlyMap<number, readonly SettingsFrom[]>
  readonly beganAt: ReadonlyMap<number, number>
  readonly firstEventsAt: ReadonlyMap<number, number>
}

interface Membership {
  readonly group: number
  readonly ranges: readonly Range[] | null
}

/**
 * Returns the time of every requested machine, inside the period and up to `question.now`, cut at each change of its groups,
 * switches or (with `money`) prices. The time of a machine begins with its first event of any device; time in no group is left
 * out, and so are machines without events.
 */
export function cutTime(question: Question, { settings, beganAt, firstEventsAt }: MachineHistories): CutTime {
  const entries: TimeEntry[] = []
  const series = new SeriesTable(question)
  const to = Math.min(question.period.to, question.now)
  for (const [equipmentId, memberships] of membershipsOf(question)) {
    const history = settings.get(equipmentId) ?? []
    const timeFrom = beganAt.get(equipmentId) ?? Number.MAX_SAFE_INTEGER
    const first = Math.min(timeFrom, firstEventsAt.get(equipmentId) ?? timeFrom)
    const from = Math.max(question.period.from, first)
    let lastEntry: TimeEntry | undefined
    for (const range of cut({ from, to }, history, memberships)) {
      const groups = memberships
        .filter((membership) => isIn(membership.ranges, range.from))
        .map((membership) => membership.group)
      if (groups.length === 0) continue
      const now = settingsAt(history, range.from)
      const no = series.of(groups, now)
      const prices = { hourlyRevenue: now.hourlyRevenue, hourlyParts: now.hourlyParts }
      if (
        lastEntry?.to === range.from &&
        lastEntry.series === no &&
        isAlike(lastEntry, groups, prices, question.money)
      ) {
        lastEntry = { ...lastEntry, to: range.to }
        entries[lastEntry.no] = lastEntry
        continue
      }
      const isFirst = range.from === first
      lastEntry = {
        ...range,
        no: entries.length,
        equipmentId,
        groups,
        series: no,
        switches: now,
        prices,
        isFirst,
        timeFrom,
      }
      entries.push(lastEntry)
    }
  }
  return { entries, series: series.all }
}

function membershipsOf({ groups }: Question): Map<number, Membership[]> {
  const ofMachines = new Map<number, Membership[]>()
  groups.forEach(({ members }, group) => {
    for (const [equipmentId, ranges] of members) {
      const memberships = ofMachines.get(equipmentId)
      if (memberships) memberships.push({ group, ranges })
      else ofMachines.set(equipmentId, [{ group, ranges }])
    }
  })
  return ofMachines
}

function cut(
  { from, to }: Range,
  history: readonly SettingsFrom[],
  memberships: readonly Membership[],
): Iterable<Range> {
  if (from >= to) return []
  const at = new Set<number>([from, to])
  for (const settings of history) at.add(settings.from)
  for (const { ranges } of memberships) for (const range of ranges ?? []) at.add(range.from).add(range.to)
  if (at.size === 2) return [{ from, to }]
  const cuts = [...at].filter((instant) => instant >= from && instant <= to).sort((a, b) => a - b)
  return cuts.slice(1).map((end, i) => ({ from: cuts[i] as number, to: end }))
}

const isIn = (ranges: readonly Range[] | null, at: number): boolean =>
  ranges === null || ranges.some((range) => range.from <= at && at < range.to)

function isAlike(entry: TimeEntry, groups: readonly number[], prices: Prices, money: boolean): boolean {
  if (entry.groups.length !== groups.length || entry.groups.some((group, i) => group !== groups[i])) return false
  if (!money) return true
  return entry.prices.hourlyRevenue === prices.hourlyRevenue && entry.prices.hourlyParts === prices.hourlyParts
}

/** Table that assigns an index to each combination of switches and groups with buckets. */
class SeriesTable {
  readonly all: Series[] = []
  readonly #places = new Map<string, number>()
  readonly #inBuckets: readonly boolean[]

  constructor(question: Question) {
    this.#inBuckets = question.groups.map((group) => group.inBuckets)
  }

  of(groups: readonly number[], settings: Switches): number {
    const bucketed = groups.filter((group) => this.#inBuckets[group])
    const { active, utilCappedBySchedule, utilInclLtXsfDt } = settings
    const switches: Switches = { active, utilCappedBySchedule, utilInclLtXsfDt }
    const key = [bucketed, ...Object.values(switches)].join('/')
    let place = this.#places.get(key)
    if (place === undefined) {
      place = this.all.length
      this.#places.set(key, place)
      this.all.push({ groups: bucketed, switches })
    }
    return place
  }
}
