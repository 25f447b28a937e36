import { type AlarmArgs, durationDueAt } from '@millwatch/domain/alarms'
import {
  activeSince,
  type DayRate,
  type DueGroup,
  type DueState,
  dayRateOf,
  dueGroupOf,
  type MaintenanceKind,
  maintenanceKindOf,
  type Projection,
  projectionOf,
  RATE_DAYS,
} from '@millwatch/domain/maintenance'
import { DAY_MS, localDayOf } from '@millwatch/domain/time'
import { type ActivityFrom, timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { activityOver, allUnits, type EquipmentRow } from '../tree/index.ts'
import { daysOver, type MachineDays, type MaintenanceRow } from './queries.ts'

/**
 * Maintenance with its machine, its group in the list, and the instant at which it is due or the reason why it has none (overdue
 * maintenance has neither).
 */
export interface DueMaintenance extends DueState {
  readonly row: MaintenanceRow
  readonly machine: EquipmentRow
  readonly kind: MaintenanceKind
  readonly group: DueGroup
  /**
   * Projected instant with its range; null for maintenance by the calendar, for overdue maintenance, and where `undated` has a
   * reason.
   */
  readonly projection: Projection | null
  readonly rate: DayRate | null
  readonly undated: 'little_data' | 'stands_still' | 'archived' | null
}

const ALWAYS_ACTIVE: readonly ActivityFrom[] = [{ from: 0, active: true }]

/**
 * Returns maintenance, in the order of `rows`, with the instant at which each is due as of `now` (epoch ms): by the calendar, or
 * projected at the rate of the past four weeks. Overdue maintenance and that of archived machines gets no instant. Omits rows
 * whose machine is not among `machines`.
 */
export async function dueOf(
  ctx: Ctx,
  rows: readonly MaintenanceRow[],
  machines: readonly EquipmentRow[],
  now: number,
): Promise<DueMaintenance[]> {
  const wanted = new Set(rows.map((row) => row.equipmentId))
  const concerned = new Map(
    machines.filter(({ equipmentId }) => wanted.has(equipmentId)).map((machine) => [machine.equipmentId, machine]),
  )
  const archived = await activityOver(ctx, [...concerned.keys()])
  const settingsOf = (equipmentId: number) => archived.get(equipmentId) ?? ALWAYS_ACTIVE
  const tree = treeOf(await allUnits(ctx))
  const paced = new Set(
    rows.filter((row) => maintenanceKindOf(row.alarmTypeId) !== 'calendar').map((row) => row.equipmentId),
  )
  // One day more than the pace has, since the day in which it begins is not whole.
  const earliest = now - (RATE_DAYS + 1) * DAY_MS
  const days = await daysOver(
    ctx,
    [...paced].flatMap((equipmentId) => {
      const since = activeSince(settingsOf(equipmentId), now)
      const unitId = concerned.get(equipmentId)?.parentOrgUnitId
      if (since === null || unitId === undefined) return []
      return { equipmentId, from: Math.max(earliest, since), to: localDayOf(now, timeZoneOf(tree, unitId)).from }
    }),
  )
  const facts = new Map<number, MachineFacts>()
  for (const [equipmentId, machine] of concerned) {
    const { cycles, hours } = days.get(equipmentId) ?? NO_DAYS
    facts.set(equipmentId, {
      machine,
      zone: timeZoneOf(tree, machine.parentOrgUnitId),
      settings: settingsOf(equipmentId),
      rates: { cycles: dayRateOf(cycles), runtime: dayRateOf(hours) },
    })
  }
  const due: DueMaintenance[] = []
  for (const row of rows) {
    const machineFacts = facts.get(row.equipmentId)
    if (machineFacts !== undefined) due.push(dueOfOne(row, machineFacts, now))
  }
  return due
}

const NO_SUMS = { days: 0, sum: 0, squares: 0 }
const NO_DAYS: MachineDays = { cycles: NO_SUMS, hours: NO_SUMS }

/** Facts of one machine from which the due instants of all its maintenance are computed. */
interface MachineFacts {
  readonly machine: EquipmentRow
  readonly zone: string
  readonly settings: readonly ActivityFrom[]
  /** Rates of cycles and of running hours; null: too little data. */
  readonly rates: Readonly<Record<'cycles' | 'runtime', DayRate | null>>
}

function dueOfOne(row: MaintenanceRow, facts: MachineFacts, now: number): DueMaintenance {
  const { machine } = facts
  const { trippedAt } = row
  const kind = maintenanceKindOf(row.alarmTypeId)
  const { dueAt, projection, rate, undated } =
    trippedAt !== null ? NO_DATE : machine.active ? dateOf(row, facts, kind, now) : ARCHIVED
  const part = (row.amount ?? 0) / row.limit
  const group = dueGroupOf({ trippedAt, dueAt }, now)
  return { row, machine, kind, trippedAt, part, dueAt, projection, rate, undated, group }
}

type Dated = Pick<DueMaintenance, 'dueAt' | 'projection' | 'rate' | 'undated'>
const NO_DATE: Dated = { dueAt: null, projection: null, rate: null, undated: null }
const ARCHIVED: Dated = { ...NO_DATE, undated: 'archived' }

function dateOf(
  row: MaintenanceRow,
  { settings, zone, rates }: MachineFacts,
  kind: MaintenanceKind,
  now: number,
): Dated {
  if (kind === 'calendar') {
    const args: AlarmArgs = { duration: row.limit, duration_unit: row.unit ?? 'days' }
    return { dueAt: durationDueAt(args, { settings, zone }, row.baseAt), projection: null, rate: null, undated: null }
  }
  const rate = rates[kind]
  if (rate === null) return { dueAt: null, projection: null, rate, undated: 'little_data' }
  const projection = projectionOf(row.limit - (row.amount ?? 0), rate, now)
  if (projection === null) return { dueAt: null, projection, rate, undated: 'stands_still' }
  return { dueAt: projection.dueAt, projection, rate, undated: null }
}
