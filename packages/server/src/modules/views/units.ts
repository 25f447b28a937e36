import type { OrgUnit } from '@millwatch/contract/shapes/pages'
import { ancestorsOf, timeZoneOf } from '@millwatch/domain/tree'
import { noFigures, type TimeInUnit, utilPct } from '@millwatch/domain/utilization'
import type { Static } from 'typebox'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso } from '../../platform/http/instants.ts'
import { presentSchedule, shiftsOfUnit } from '../schedules/index.ts'
import { type EquipmentRow, equipmentByIds, inNaturalOrder, type OrgUnitRow } from '../tree/index.ts'
import {
  type Answer,
  bucketsFor,
  choicesInCompany,
  figuresOver,
  type Group,
  membersOf,
  pagePeriod,
  pastOf,
  timesInUnit,
} from '../utilization/index.ts'
import { presentFigures } from './figures.ts'
import { leftOutOf, nothingLeftOut } from './left-out.ts'
import { presentTile, readMachineFacts } from './machines.ts'
import { bucketed, bucketsOfGroup, presentGroups } from './present-buckets.ts'
import { unitWithMachines } from './scope.ts'

interface PageQuery {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly shift?: number | undefined
  readonly tz?: string | undefined
  readonly dayStartMin?: number | undefined
}

const keyOfUnit = (id: number) => `o${id}`
const keyOfMachine = (id: number) => `e${id}`

/**
 * Returns all data that the page of a unit shows, computed as of now: its figures over the requested period or today so far,
 * those of the units directly below it, and a tile of each machine in the unit or below it, archived ones too. 404 for an unknown
 * unit.
 */
export async function unitPage(
  ctx: Ctx,
  { now, requireCurrent }: AsOfNow,
  { id, query, seesMoney }: { id: number; query: PageQuery; seesMoney: boolean },
): Promise<Static<typeof OrgUnit>> {
  const [{ tree, unit, machines }, past] = await Promise.all([unitWithMachines(ctx, id), pastOf(ctx, [id])])
  const everIds = [...past.histories.keys()]
  await requireCurrent(everIds)
  const { shift, week } = await choicesInCompany(ctx, query, timeZoneOf(tree, id))
  const period = pagePeriod(query, week, now)
  const children = inNaturalOrder(tree.children.get(id) ?? [], (child) => child.id)
  const times = timesInUnit(past, id, period)
  const groups: Group[] = [
    groupOf(keyOfUnit(id), times, true),
    ...children.map((child) => groupOf(keyOfUnit(child.id), timesInUnit(past, child.id, period), false)),
    ...machines.map((machine) => ({
      key: keyOfMachine(machine.equipmentId),
      members: new Map([[machine.equipmentId, null]]),
      inBuckets: false,
    })),
  ]
  const buckets = bucketsFor(undefined, period, week)
  const machineIds = machines.map((machine) => machine.equipmentId)
  // The slowest query comes last, so that the others run meanwhile.
  const [facts, [leftOut], shifts, alsoCounted, answer] = await Promise.all([
    readMachineFacts(ctx, machineIds, { now, seesMoney, tree, histories: past.histories }),
    leftOutOf(ctx, { period, now, shift }, [times]),
    shiftsOfUnit(ctx, tree, { unitId: id, machines: placedOf(machines), now }),
    notShown(ctx, times, machines),
    figuresOver(ctx, { groups, period, now, shift, buckets, money: seesMoney, averages: true }),
  ])
  const seen = { seesMoney, ignoreStartup: false, ignoreOutlier: false }
  const unitBuckets = bucketsOfGroup(answer, keyOfUnit(id))
  const whole = figuresOf(answer, keyOfUnit(id))
  return {
    ...presentUnit(unit),
    actual_timezone: timeZoneOf(tree, id),
    ancestors: ancestorsOf(tree, id).map((ancestor) => ({ id: ancestor.id, name: ancestor.name })),
    ...presentSchedule(shifts.inForce),
    other_shifts: shifts.othersNow,
    other_last_shifts: shifts.othersLast,
    children: children.map((child) => presentChild(child, answer)),
    equipment: machines.map((machine) =>
      presentTile(machine, figuresOf(answer, keyOfMachine(machine.equipmentId)), facts),
    ),
    also_counted: alsoCounted,
    current_utilization: whole.scheduledMs === 0 ? null : whole.effectiveRunMs / whole.scheduledMs,
    util_s_actual: whole.effectiveRunMs / 1000,
    util_s_expected: whole.scheduledMs / 1000,
    util_groups: presentGroups(bucketed(buckets, shift, unitBuckets), unitBuckets.figures, seen),
    figures: presentFigures(id, whole, leftOut ?? nothingLeftOut, seen, now),
    period: { startDate: toIso(period.from), endDate: toIso(period.to) },
    as_of: toIso(now),
  }
}

/**
 * Returns id and name of the machines whose time is included in the sums of a unit and which are not among the active ones of
 * `machines`, in natural order. Omits removed machines.
 */
async function notShown(ctx: Ctx, times: ReadonlyMap<number, TimeInUnit>, machines: readonly EquipmentRow[]) {
  const shown = new Set(machines.flatMap(({ active, equipmentId }) => (active ? [equipmentId] : [])))
  const ids = [...membersOf(times)].flatMap(([id, ranges]) => (ranges.length > 0 && !shown.has(id) ? [id] : []))
  if (ids.length === 0) return []
  const others = inNaturalOrder(await equipmentByIds(ctx, ids), (machine) => machine.equipmentId)
  return others.map(({ equipmentId, name }) => ({ id: equipmentId, name }))
}

const placedOf = (machines: readonly EquipmentRow[]) =>
  machines
    .filter(({ active }) => active)
    .map(({ equipmentId, parentOrgUnitId: parentId }) => ({ equipmentId, parentId }))

const figuresOf = (answer: Answer, key: string) => answer.groups.get(key)?.whole ?? noFigures

export function groupOf(key: string, times: ReadonlyMap<number, TimeInUnit>, inBuckets: boolean): Group {
  return { key, members: membersOf(times), inBuckets }
}

function presentUnit(unit: OrgUnitRow) {
  return {
    id: unit.id,
    name: unit.name,
    route: `/o/${unit.id}`,
    org_unit_type_id: unit.typeId,
    active: unit.active,
    parent_id: unit.parentId,
    timezone: unit.timeZone,
  }
}

function presentChild({ id, name, active }: OrgUnitRow, answer: Answer) {
  const figures = figuresOf(answer, keyOfUnit(id))
  return {
    id,
    name,
    active,
    util_pct: utilPct(figures),
    run_secs: figures.effectiveRunMs / 1000,
    scheduled_secs: figures.scheduledMs / 1000,
  }
}
