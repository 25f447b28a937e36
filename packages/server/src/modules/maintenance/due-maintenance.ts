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
import { type SettingsFrom, timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { allUnits, type EquipmentRow, settingsOver } from '../tree/index.ts'
import { daysOver, type MachineDays, type MaintenanceRow } from './queries.ts'

/** Maintenance with the instant at which it is due. */
export interface DueMaintenance extends DueState {
  readonly row: MaintenanceRow
  readonly machine: EquipmentRow
  readonly kind: MaintenanceKind
  readonly group: DueGroup
  /** Range of a projection; null: by the calendar, or undated. */
  readonly projection: Projection | null
  readonly rate: DayRate | null
  readonly undated: 'little_data' | 'stands_still' | 'archived' | null
}

const DAY_MS = 86_400_000

/** Returns maintenance with when each is due, at `now` (epoch ms): by the calendar, or at the pace of the past four weeks. */
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
  const settings = await settingsOver(ctx, [...concerned.keys()])
  const tree = treeOf(await allUnits(ctx))
  const paced = new Set(
    rows.filter((row) => maintenanceKindOf(row.alarmTypeId) !== 'calendar').map((row) => row.equipmentId),
  )
  // One day more than the pace has, since the day in which it begins is not whole.
  const earliest = now - (RATE_DAYS + 1) * DAY_MS
  const days = await daysOver(
    ctx,
    [...paced].flatMap((equipmentId) => {
      const since = activeSince(settings.get(equipmentId) ?? [], now)
      return since === null ? [] : [{ equipmentId, from: Math.max(earliest, since) }]
    }),
  )
  return rows.flatMap((row) => {
    const machine = concerned.get(row.equipmentId)
    if (machine === undefined) return []
    const zone = timeZoneOf(tree, machine.parentOrgUnitId)
    return dueOfOne({
      ...{ row, machine, zone, now },
      settings: settings.get(row.equipmentId) ?? [],
      days: days.get(row.equipmentId),
    })
  })
}

interface Facts {
  readonly row: MaintenanceRow
  readonly machine: EquipmentRow
  readonly zone: string
  readonly now: number
  readonly settings: readonly SettingsFrom[]
  readonly days: MachineDays | undefined
}

function dueOfOne(facts: Facts): DueMaintenance {
  const { row, machine, now } = facts
  const kind = maintenanceKindOf(row.alarmTypeId)
  const dated = row.trippedAt !== null ? NO_DATE : machine.active ? dateOf(facts, kind) : ARCHIVED
  const part = (row.amount ?? 0) / row.limit
  const { trippedAt } = row
  return { ...{ row, machine, kind, trippedAt, part }, ...dated, group: dueGroupOf({ trippedAt, ...dated }, now) }
}

type Dated = Pick<DueMaintenance, 'dueAt' | 'projection' | 'rate' | 'undated'>
const NO_DATE: Dated = { dueAt: null, projection: null, rate: null, undated: null }
const ARCHIVED: Dated = { ...NO_DATE, undated: 'archived' }

function dateOf({ row, zone, now, settings, days }: Facts, kind: MaintenanceKind): Dated {
  if (kind === 'calendar') {
    const args: AlarmArgs = { duration: row.limit, duration_unit: row.unit ?? 'days' }
    return { ...NO_DATE, dueAt: durationDueAt(args, { settings, zone }, row.baseAt) }
  }
  const sums = kind === 'cycles' ? days?.cycles : days?.hours
  const rate = sums === undefined ? null : dayRateOf(sums)
  if (rate === null) return { ...NO_DATE, undated: 'little_data' }
  const projection = projectionOf(row.limit - (row.amount ?? 0), rate, now)
  if (projection === null) return { ...NO_DATE, rate, undated: 'stands_still' }
  return { dueAt: projection.dueAt, projection, rate, undated: null }
}
