import type { Answer as AnswerOf, Query } from '@millwatch/contract/endpoint'
import type { summaryOfOrgUnit } from '@millwatch/contract/http/reports-summary'
import type { BucketInterval, Range } from '@millwatch/domain/time'
import { subtreeOf, timeZoneOf } from '@millwatch/domain/tree'
import { noFigures } from '@millwatch/domain/utilization'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { TooLarge } from '../../platform/errors.ts'
import { toIso } from '../../platform/http/instants.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { allReasons } from '../stops/index.ts'
import { type EquipmentRow, inNaturalOrder, type OrgUnitRow } from '../tree/index.ts'
import {
  type Answer,
  bucketsFor,
  type Choices,
  choicesInCompany,
  type Group,
  membersOf,
  type Past,
  pastOf,
  timesInUnit,
  type UtilizationFigures,
  utilizationOver,
} from '../utilization/index.ts'
import { totalsByMachine } from './downtime-totals.ts'
import { idsOf, type MachinesUnder, machinesUnder } from './machines.ts'
import { presentMachineRow, presentSums } from './present-summary.ts'
import { factsOfMachines } from './summary-facts.ts'

type Summary = Omit<AnswerOf<typeof summaryOfOrgUnit>, 'status'>

interface SummaryQuestion {
  readonly id: number
  readonly query: Query<typeof summaryOfOrgUnit>
}

/**
 * Returns the summary of a unit as of now: figures of the unit, of each unit below and of each machine, and excessive stops by
 * reason. Archived machines without scheduled time and stops are left out. All figures equal those on the pages of the units and
 * machines. 404 for an unknown unit, 413 for a period of too many columns.
 */
export async function summaryReport(
  ctx: Ctx,
  { now, requireCurrent }: AsOfNow,
  { id, query }: SummaryQuestion,
): Promise<Summary> {
  const [found, past] = await Promise.all([machinesUnder(ctx, id), pastOf(ctx, [id])])
  await requireCurrent([...past.histories.keys()])
  const choices = await choicesInCompany(ctx, query, timeZoneOf(found.tree, id))
  const period = askedPeriod(query, now)
  const interval = bucketLength(period, choices, found.machines.length)
  const units = unitsInOrder(found, id)
  const buckets = { interval, week: choices.week }
  const groups = groupsOf(units, found.machines, past, period)
  // Days are asked for first: the server adds them up while the database reads the rest.
  const [answer, stops, facts, reasonsOfCompany] = await Promise.all([
    utilizationOver(ctx, { groups, period, now, shift: choices.shift, buckets }),
    totalsByMachine(ctx, found.machines, { ...period, now }),
    factsOfMachines(ctx, found.machines, past.histories, now),
    allReasons(ctx),
  ])
  const given = new Set([...stops.values()].flat().map(({ key }) => key))
  const reasons = reasonsOfCompany.filter((reason) => given.has(reason.reasonId))
  return {
    units: units.map((unit) => ({
      id: unit.id,
      name: unit.name,
      parent_id: unit.id === id ? null : unit.parentId,
      ...presentSums(wholeOf(answer, keyOfUnit(unit.id))),
    })),
    equipment: found.machines.flatMap((machine) => {
      const { whole, buckets: parts } = answer.groups.get(keyOfMachine(machine.equipmentId)) ?? nothing
      if (!machine.active && whole.scheduledMs === 0 && !stops.has(machine.equipmentId)) return []
      return [presentMachineRow(machine, { whole, parts: parts ?? [], facts, stops, now })]
    }),
    reasons: Object.fromEntries(reasons.map((reason) => [reason.reasonId, reason.name])),
    buckets: {
      interval: buckets.interval,
      tz: choices.week.zone,
      time: (answer.buckets ?? []).map(({ from, to, whole }) => (from < to ? from : whole.from) / 1000),
    },
    period: { startDate: toIso(period.from), endDate: toIso(period.to) },
    as_of: toIso(now),
  }
}

const nothing: { readonly whole: UtilizationFigures; readonly buckets: readonly UtilizationFigures[] | null } = {
  whole: noFigures,
  buckets: null,
}
const keyOfUnit = (id: number) => `o${id}`
const keyOfMachine = (id: number) => `e${id}`
const wholeOf = (answer: Answer<UtilizationFigures>, key: string): UtilizationFigures =>
  (answer.groups.get(key) ?? nothing).whole

/** Largest number of buckets in one answer, summed over the machines: 1,000 machines for nearly four years of weeks. */
const MOST_COLUMNS = 200_000

/**
 * Returns the length of the columns of a row: that of the buckets of the period, but an hour instead of 15 minutes. Throws 413
 * for a period of too many columns.
 */
function bucketLength(period: Range, { week }: Choices, machines: number): BucketInterval {
  const { interval } = bucketsFor(undefined, period, week)
  const length = interval === 900 ? 3600 : interval
  if ((machines * (period.to - period.from)) / 1000 / length > MOST_COLUMNS) throw new TooLarge('too many columns')
  return length
}

/** Returns the unit and all units below it in the order of the tree: each before its children, siblings in natural order. */
function unitsInOrder({ tree }: MachinesUnder, id: number): OrgUnitRow[] {
  const [root] = subtreeOf(tree, id)
  const below = (unit: OrgUnitRow): OrgUnitRow[] => [
    unit,
    ...inNaturalOrder(tree.children.get(unit.id) ?? [], (child) => child.id).flatMap(below),
  ]
  return root === undefined ? [] : below(root)
}

function groupsOf(units: readonly OrgUnitRow[], machines: readonly EquipmentRow[], past: Past, period: Range): Group[] {
  return [
    ...units.map(({ id }) => ({
      key: keyOfUnit(id),
      members: membersOf(timesInUnit(past, id, period)),
      inBuckets: false,
    })),
    ...idsOf(machines).map((id) => ({ key: keyOfMachine(id), members: new Map([[id, null]]), inBuckets: true })),
  ]
}
