import { byNaturalOrder } from '@millwatch/domain/tree'
import type { MachineTile } from '../../features/tree/types.ts'
import { fromIso } from '../../lib/clock.ts'
import { searchFor } from '../../lib/search.ts'
import { isSilent } from '../../ui/silence.ts'
import { isQuiet, type StatusKey, statusKey } from '../../ui/status.ts'
import { groupByUnit } from './group.ts'

/** Orders in which the machines of a unit can be listed. */
export const sorts = ['tree', 'name', 'status', 'util', 'longest'] as const
export type Sort = (typeof sorts)[number]

export const sortWords: Record<Sort, string> = {
  tree: 'Tree order',
  name: 'Name',
  status: 'Status, worst first',
  util: 'Utilization, lowest first',
  longest: 'Longest in status first',
}

/** Filter of the listed machines of a unit; a machine is listed if it meets every part. */
export interface Filter {
  /** Statuses of which a machine must have one; empty for any status. */
  readonly statuses: ReadonlySet<StatusKey>
  readonly isExcessive: boolean
  /** True to list only machines that are scheduled now. */
  readonly isScheduled: boolean
  readonly isUnscheduled: boolean
  readonly text: string
}

export const noFilter: Filter = {
  statuses: new Set(),
  isExcessive: false,
  isScheduled: false,
  isUnscheduled: false,
  text: '',
}

export const keyOf = (machine: MachineTile): StatusKey => statusKey(machine.current_status?.status)

/**
 * Returns the machines as they are known at an instant (epoch ms). One that ran or was down, and whose device made no contact for
 * more than 300 s, has no status until it is offline; a quiet one keeps its own. Machines that do not change are the same
 * objects.
 */
export const knownAt = (machines: readonly MachineTile[], at: number): MachineTile[] =>
  machines.map((machine) => (isSilent(lastStateOf(machine), at) ? { ...machine, current_status: null } : machine))

const lastStateOf = (machine: MachineTile) => ({
  status: keyOf(machine),
  contactAt: fromIso(machine.last_ping_at),
  isScheduled: machine.currently_scheduled,
})

/**
 * Returns the instant (epoch ms) since which a machine is in its status, or for a machine of unknown status its last contact.
 * Returns null if there is none.
 */
export const stateSince = (machine: MachineTile): number | null =>
  fromIso(keyOf(machine) === 'unknown' ? machine.last_ping_at : machine.current_status?.started_at)

/** Returns true for a machine that is quiet: not scheduled now, and in a known status other than running. */
export const standsUnscheduled = (machine: MachineTile): boolean => isQuiet(keyOf(machine), machine.currently_scheduled)

const worst: readonly StatusKey[] = ['down', 'offline', 'powered-off', 'unknown', 'running']

const byName = (a: MachineTile, b: MachineTile): number => byNaturalOrder(a.name, b.name) || a.id - b.id
const sinceOf = (machine: MachineTile): number =>
  machine.current_status === null ? Number.POSITIVE_INFINITY : Date.parse(machine.current_status.started_at)
/** Compares numbers in ascending order, of which two may be infinite; NaN is not allowed. */
const ascending = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

/**
 * Compares machines by status: quiet ones last, those in excessive downtime first, then by status from down to running, then the
 * longest in status first.
 */
const byStatus = (a: MachineTile, b: MachineTile): number =>
  Number(standsUnscheduled(a)) - Number(standsUnscheduled(b)) ||
  Number(b.in_excessive_downtime) - Number(a.in_excessive_downtime) ||
  worst.indexOf(keyOf(a)) - worst.indexOf(keyOf(b)) ||
  ascending(sinceOf(a), sinceOf(b))

const comparisons: Record<Exclude<Sort, 'tree'>, (a: MachineTile, b: MachineTile) => number> = {
  name: () => 0,
  status: byStatus,
  util: (a, b) => ascending(a.util_pct ?? Number.POSITIVE_INFINITY, b.util_pct ?? Number.POSITIVE_INFINITY),
  longest: (a, b) => ascending(sinceOf(a), sinceOf(b)),
}

/**
 * Returns a sorted copy of the machines; equal ones are sorted by name. The order `tree` has those directly under the unit
 * `shownId` first, then the others unit by unit, in their given order.
 */
export function sorted(machines: readonly MachineTile[], sort: Sort, shownId: number): readonly MachineTile[] {
  if (sort === 'tree') return groupByUnit(machines, shownId).flatMap((group) => group.machines)
  const compare = comparisons[sort]
  return machines.toSorted((a, b) => compare(a, b) || byName(a, b))
}

/** Returns true when the name of the machine, of its unit or of a tag of its run contains the text, without regard to case. */
function matchesText(machine: MachineTile, text: string): boolean {
  const tags = (machine.current_run?.tags ?? []).map((tag) => tag.name)
  return searchFor(text)(machine.name, machine.ancestors[0]?.name, ...tags)
}

/**
 * Returns true for a machine that a filter by status includes: a scheduled one, or with `isUnscheduled` one that is not
 * scheduled. A machine of unknown status is always included.
 */
export const countsByStatus = (machine: MachineTile, { isUnscheduled }: Pick<Filter, 'isUnscheduled'>): boolean =>
  keyOf(machine) === 'unknown' || machine.currently_scheduled !== isUnscheduled

/**
 * Returns the machines that meet all parts of a filter, in their order. Its statuses include machines as `countsByStatus` does.
 * Its text is searched in the names of machine, unit and run tags, without regard to case.
 */
export function filtered(machines: readonly MachineTile[], filter: Filter): readonly MachineTile[] {
  const text = filter.text.trim()
  return machines.filter(
    (machine) =>
      (filter.statuses.size === 0 || (filter.statuses.has(keyOf(machine)) && countsByStatus(machine, filter))) &&
      (!filter.isExcessive || machine.in_excessive_downtime) &&
      (!filter.isScheduled || machine.currently_scheduled) &&
      (!filter.isUnscheduled || !machine.currently_scheduled) &&
      (text === '' || matchesText(machine, text)),
  )
}
