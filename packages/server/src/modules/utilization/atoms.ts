import type { Range } from '@millwatch/domain/time'
import { type SettingsFrom, settingsAt } from '@millwatch/domain/tree'
import type { Prices, Switches } from '@millwatch/domain/utilization'
import type { Question } from './question.ts'

/** A stretch of one machine's time in which it counts for the same groups under the same settings. */
export interface Atom extends Range {
  readonly no: number
  readonly equipmentId: number
  /** Places in the list of groups, ascending. */
  readonly groups: readonly number[]
  /** Which groups it adds to by bucket, and under which switches: a place in `series`. */
  readonly series: number
  readonly switches: Switches
  readonly prices: Prices
  /** It begins with the machine's first event: nothing of the machine is older. */
  readonly isFirst: boolean
  /** The machine's first evidence (epoch ms): no time counts before it. Readings of a device that is not primary may be older. */
  readonly timeFrom: number
}

/** What is summed together by bucket: the same groups, the same switches. */
export interface Series {
  readonly groups: readonly number[]
  readonly switches: Switches
}

export interface Atoms {
  readonly atoms: readonly Atom[]
  readonly series: readonly Series[]
}

interface Known {
  readonly settings: ReadonlyMap<number, readonly SettingsFrom[]>
  readonly beganAt: ReadonlyMap<number, number>
  readonly firstEventsAt: ReadonlyMap<number, number>
}

interface Membership {
  readonly group: number
  readonly stretches: readonly Range[] | null
}

/** Cuts the time of every machine asked about, from its first event on, where what it counts for changes. */
export function atomsOf(question: Question, { settings, beganAt, firstEventsAt }: Known): Atoms {
  const atoms: Atom[] = []
  const series = new SeriesTable(question)
  const to = Math.min(question.period.to, question.now)
  for (const [equipmentId, memberships] of membershipsOf(question)) {
    const history = settings.get(equipmentId) ?? []
    const timeFrom = beganAt.get(equipmentId) ?? Number.MAX_SAFE_INTEGER
    const first = Math.min(timeFrom, firstEventsAt.get(equipmentId) ?? timeFrom)
    const from = Math.max(question.period.from, first)
    let last: Atom | undefined
    for (const range of cut({ from, to }, history, memberships)) {
      const groups = memberships.filter((one) => isIn(one.stretches, range.from)).map((one) => one.group)
      if (groups.length === 0) continue
      const now = settingsAt(history, range.from)
      const no = series.of(groups, now)
      const prices = { hourlyRevenue: now.hourlyRevenue, hourlyParts: now.hourlyParts }
      if (last?.to === range.from && last.series === no && isAlike(last, groups, prices, question.money)) {
        last = { ...last, to: range.to }
        atoms[last.no] = last
        continue
      }
      const isFirst = range.from === first
      last = { ...range, no: atoms.length, equipmentId, groups, series: no, switches: now, prices, isFirst, timeFrom }
      atoms.push(last)
    }
  }
  return { atoms, series: series.all }
}

function membershipsOf({ groups }: Question): Map<number, Membership[]> {
  const ofMachines = new Map<number, Membership[]>()
  groups.forEach(({ members }, group) => {
    for (const [equipmentId, stretches] of members) {
      const known = ofMachines.get(equipmentId)
      if (known) known.push({ group, stretches })
      else ofMachines.set(equipmentId, [{ group, stretches }])
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
  for (const one of history) at.add(one.from)
  for (const { stretches } of memberships) for (const stretch of stretches ?? []) at.add(stretch.from).add(stretch.to)
  if (at.size === 2) return [{ from, to }]
  const cuts = [...at].filter((one) => one >= from && one <= to).sort((a, b) => a - b)
  return cuts.slice(1).map((end, i) => ({ from: cuts[i] as number, to: end }))
}

const isIn = (stretches: readonly Range[] | null, at: number): boolean =>
  stretches === null || stretches.some((one) => one.from <= at && at < one.to)

function isAlike(atom: Atom, groups: readonly number[], prices: Prices, money: boolean): boolean {
  if (atom.groups.length !== groups.length || atom.groups.some((one, i) => one !== groups[i])) return false
  if (!money) return true
  return atom.prices.hourlyRevenue === prices.hourlyRevenue && atom.prices.hourlyParts === prices.hourlyParts
}

/** Gives each combination of groups that want buckets and of switches its place. */
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
    const key = `${bucketed}/${active}/${utilCappedBySchedule}/${utilInclLtXsfDt}`
    let place = this.#places.get(key)
    if (place === undefined) {
      place = this.all.length
      this.#places.set(key, place)
      this.all.push({ groups: bucketed, switches: { active, utilCappedBySchedule, utilInclLtXsfDt } })
    }
    return place
  }
}
