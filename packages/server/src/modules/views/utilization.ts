import type { Answer as AnswerOf, Query } from '@millwatch/contract/endpoint'
import type { utilizationOfEquipment, utilizationSeries } from '@millwatch/contract/http/utilization'
import type { Range } from '@millwatch/domain/time'
import { rangesWhere, type SettingsFrom, timeZoneOf, treeOf } from '@millwatch/domain/tree'
import { noFigures } from '@millwatch/domain/utilization'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { toIso } from '../../platform/http/instants.ts'
import { askedPeriod } from '../../platform/http/period.ts'
import { firstWeekdayOf } from '../identity/index.ts'
import { allUnits, equipmentByIds, settingsOver } from '../tree/index.ts'
import {
  bucketsFor,
  choicesInCompany,
  choicesOf,
  chosenBy,
  figuresOver,
  type Group,
  pastOf,
  timesInUnit,
} from '../utilization/index.ts'
import { presentFigures, type Seen } from './figures.ts'
import { archivedTimeOf, type LeftOut, leftOutOf, nothingLeftOut } from './left-out.ts'
import { bucketed, bucketsOfGroup, presentColumns, presentTimes } from './present-buckets.ts'
import { unitsWithMachines } from './scope.ts'
import { groupOf } from './units.ts'

type FiguresShown = AnswerOf<typeof utilizationOfEquipment>['equipment'][number]
type FiguresQuery = Query<typeof utilizationOfEquipment>

/** Returns the ids of a comma-separated list (`1,2,3`), in the given order, each once. */
export const idList = (text: string): number[] => [...new Set(text.split(',').map(Number))]

export function seenBy(query: FiguresQuery, seesMoney: boolean): Seen {
  return { seesMoney, ...chosenBy(query) }
}

/** Requested machine or unit with its group and the time left out. `zone` is its own time zone; a query may contain another. */
interface Line {
  readonly id: number
  readonly zone: string
  readonly group: Group
  readonly leftOut: LeftOut
}

interface FiguresQuestion {
  readonly query: FiguresQuery
  readonly seesMoney: boolean
}

/**
 * Returns figures of machines over a period as of now, in the order of the ids, with buckets when the query has an interval.
 * Buckets follow each machine's own time zone unless the query contains one. 404 for all when one machine is missing.
 */
export async function utilizationOfMachines(
  ctx: Ctx,
  { now, requireCurrent }: AsOfNow,
  { query, seesMoney }: FiguresQuestion,
) {
  const ids = idList(query.ids)
  await requireCurrent(ids)
  const { machines, tree } = await machinesOf(ctx, ids)
  const period = askedPeriod(query, now)
  const { shift } = choicesOf(query, 'UTC')
  const leftOut = await archivedTimeOf(ctx, { period, shift }, await settingsOver(ctx, ids))
  const lines = machines.map(({ equipmentId: id, parentOrgUnitId: parent_org_unit_id }) => ({
    id,
    zone: timeZoneOf(tree, parent_org_unit_id),
    group: { key: String(id), members: new Map([[id, null]]), inBuckets: query.interval !== undefined },
    leftOut: leftOut.get(id) ?? nothingLeftOut,
  }))
  return figuresOfLines(ctx, now, { query, seesMoney, lines })
}

/**
 * Returns figures of units over a period as of now, in the order of the ids, with buckets when the query has an interval. Each
 * covers the machines that were in the unit or below it at each instant, not those of now. 404 for all when one unit is missing.
 */
export async function utilizationOfUnits(
  ctx: Ctx,
  { now, requireCurrent }: AsOfNow,
  { query, seesMoney }: FiguresQuestion,
) {
  const ids = idList(query.ids)
  const { tree } = await unitsWithMachines(ctx, ids)
  const past = await pastOf(ctx, ids)
  const machineIds = [...past.histories.keys()]
  await requireCurrent(machineIds)
  const period = askedPeriod(query, now)
  const { shift } = choicesOf(query, 'UTC')
  const times = ids.map((id) => timesInUnit(past, id, period))
  const leftOut = await leftOutOf(ctx, { period, now, shift }, times)
  const lines = ids.map((id, i) => {
    const group = groupOf(String(id), times[i] ?? new Map(), query.interval !== undefined)
    return { id, zone: timeZoneOf(tree, id), group, leftOut: leftOut[i] ?? nothingLeftOut }
  })
  return figuresOfLines(ctx, now, { query, seesMoney, lines })
}

/**
 * Returns the figures of all lines, in their order, computed with one question per time zone. Without buckets the zone does not
 * matter, and one question is enough.
 */
async function figuresOfLines(
  ctx: Ctx,
  now: number,
  { query, seesMoney, lines }: FiguresQuestion & { lines: readonly Line[] },
) {
  const { interval } = query
  const seen = seenBy(query, seesMoney)
  const period = askedPeriod(query, now)
  const presented = new Map<number, FiguresShown>()
  const firstWeekday = await firstWeekdayOf(ctx)
  const byZone = Map.groupBy(lines, ({ zone }) => (interval === undefined ? '' : zone))
  for (const alike of byZone.values()) {
    const { shift, week } = choicesOf(query, alike[0]?.zone ?? 'UTC', firstWeekday)
    const buckets = interval === undefined ? null : bucketsFor(interval, period, week)
    const groups = alike.map((line) => line.group)
    const answer = await figuresOver(ctx, { groups, period, now, shift, buckets, money: seesMoney, averages: true })
    for (const { id, group, leftOut } of alike) {
      const ofLine = answer.groups.get(group.key)
      const whole = presentFigures(id, ofLine?.whole ?? noFigures, leftOut, seen, now)
      if (buckets === null) presented.set(id, whole)
      else {
        const ofBuckets = bucketsOfGroup(answer, group.key)
        const times = presentTimes(bucketed(buckets, shift, ofBuckets))
        presented.set(id, { ...whole, buckets: { ...times, ...presentColumns(ofBuckets.figures, seen) } })
      }
    }
  }
  return lines.flatMap(({ id }) => presented.get(id) ?? [])
}

/**
 * Returns figures of machines by bucket, in columns: of each machine in the order of the ids, and in `total` of all together
 * while they were active and not excluded. Machines in different time zones use the zone of the company unless the query contains
 * one. 404 for all when one machine is missing.
 */
export async function utilizationInBuckets(
  ctx: Ctx,
  { now, requireCurrent }: AsOfNow,
  { query, seesMoney }: { query: Query<typeof utilizationSeries>; seesMoney: boolean },
) {
  const ids = idList(query.ids)
  await requireCurrent(ids)
  const { machines, tree } = await machinesOf(ctx, ids)
  const zones = new Set(machines.map((machine) => timeZoneOf(tree, machine.parentOrgUnitId)))
  const [zone = 'UTC'] = zones
  const root = tree.children.get(null)?.[0]
  // Machines of several zones share the calendar of the company.
  const calendarZone = zones.size === 1 || root === undefined ? zone : timeZoneOf(tree, root.id)
  const { shift, week } = await choicesInCompany(ctx, query, calendarZone)
  const period = askedPeriod(query, now)
  const buckets = bucketsFor(query.interval, period, week)
  const histories = await settingsOver(ctx, ids)
  const total: Group = {
    key: 'total',
    members: new Map([...histories].map(([id, history]) => [id, whileCounted(history, period)])),
    inBuckets: true,
  }
  const each: Group[] = ids.map((id) => ({ key: String(id), members: new Map([[id, null]]), inBuckets: true }))
  const groups = [total, ...each]
  const answer = await figuresOver(ctx, { groups, period, now, shift, buckets, money: seesMoney, averages: true })
  const seen = seenBy(query, seesMoney)
  const columnsOf = (key: string) => presentColumns(answer.groups.get(key)?.buckets ?? [], seen)
  return {
    times: presentTimes(bucketed(buckets, shift, answer)),
    equipment: ids.map((id) => ({ id, ...columnsOf(String(id)) })),
    total: columnsOf('total'),
    as_of: toIso(now),
  }
}

/** Returns the ranges of a period in which a machine was active and not excluded, in any unit. */
function whileCounted(history: readonly SettingsFrom[], period: Range): readonly Range[] {
  return rangesWhere(history, (settings) => settings.active && !settings.utilExcluded, period)
}

async function machinesOf(ctx: Ctx, ids: readonly number[]) {
  const found = new Map((await equipmentByIds(ctx, ids)).map((machine) => [machine.equipmentId, machine]))
  if (found.size < ids.length) throw new NotFound()
  const machines = ids.flatMap((id) => found.get(id) ?? [])
  return { machines, tree: treeOf(await allUnits(ctx)) }
}
