import type { Answer } from '@millwatch/contract/endpoint'
import type { lostTimeOfOrgUnit } from '@millwatch/contract/http/reports'
import { hasShifts } from '@millwatch/domain/schedules'
import { countedOf, lostTime, OCCURRENCE_REACH_MS, type Occurrence, occurrencesOf } from '@millwatch/domain/shifts'
import { RUNNING } from '@millwatch/domain/status'
import type { Range } from '@millwatch/domain/time'
import { type SettingsFrom, settingsAt, type Tree } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { schedulesInForce } from '../schedules/index.ts'
import { shiftRowsTouching } from '../shifts/index.ts'
import { beganAt, intervalsTouching, type StatusRow } from '../status/index.ts'
import { type EquipmentRow, type OrgUnitRow, settingsOver } from '../tree/index.ts'
import { idsOf } from './machines.ts'

type LostRow = Answer<typeof lostTimeOfOrgUnit>['report'][number]

/** Number of machines whose data is read in one query. */
const AT_ONCE = 50

/**
 * Returns the report of lost time: one row for each occurrence of shifts 1 to 3 that overlaps the period and has begun
 * by `now` (epoch ms), by machine in the given order, then by start. Times in rows are seconds. Occurrences while a
 * machine was archived or had no evidence are left out.
 */
export async function lostTimeReport(
  ctx: Ctx,
  machines: readonly EquipmentRow[],
  period: Range,
  now: number,
): Promise<LostRow[]> {
  const rows: LostRow[] = []
  for (let i = 0; i < machines.length; i += AT_ONCE)
    for (const row of await lostTimeOf(ctx, machines.slice(i, i + AT_ONCE), period, now)) rows.push(row)
  return rows
}

async function lostTimeOf(ctx: Ctx, machines: readonly EquipmentRow[], period: Range, now: number): Promise<LostRow[]> {
  const ids = idsOf(machines)
  const around = { from: period.from - OCCURRENCE_REACH_MS, to: period.to + OCCURRENCE_REACH_MS }
  const shifts = await shiftRowsTouching(ctx, ids, around.from, around.to)
  const began = await beganAt(ctx, ids)
  const settings = await settingsOver(ctx, ids)
  const intervals = await intervalsTouching(ctx, ids, around.from, around.to)
  return machines.flatMap((machine) => {
    const id = machine.equipmentId
    const history = settings.get(id) ?? []
    const counted = activeFrom(history, began.get(id))
    const running = (intervals.get(id) ?? []).flatMap((row) => runningOf(row, now))
    return occurrencesOf(shifts.get(id) ?? [])
      .flatMap((occurrence) => (occurrence.shift === 0 ? [] : (countedOf(occurrence, counted) ?? [])))
      .filter((occurrence) => occurrence.from < Math.min(period.to, now) && occurrence.to > period.from)
      .map((occurrence) => presentLost(machine, occurrence, { running, history, now }))
  })
}

/** Returns id and name of those active machines whose schedule in force now has none of the shifts 1 to 3. */
export async function machinesWithoutShifts(
  ctx: Ctx,
  tree: Tree<OrgUnitRow>,
  machines: readonly EquipmentRow[],
): Promise<{ equipId: number; equipName: string }[]> {
  const active = machines.filter((machine) => machine.active)
  const placed = active.map((machine) => ({ equipmentId: machine.equipmentId, parentId: machine.parentOrgUnitId }))
  const schedules = await schedulesInForce(ctx, tree, placed)
  return active
    .filter((machine) => !hasShifts(schedules.get(machine.equipmentId)?.schedule ?? fail()))
    .map((machine) => ({ equipId: machine.equipmentId, equipName: machine.name }))
}

function fail(): never {
  throw new Error('A machine without a schedule')
}

function presentLost(
  machine: EquipmentRow,
  occurrence: Occurrence,
  { running, history, now }: { running: readonly Range[]; history: readonly SettingsFrom[]; now: number },
): LostRow {
  const lost = lostTime(occurrence, running, now)
  const thresholdMs = (at: number) => settingsAt(history, at).excessiveDowntimeThresholdMs
  const date = String(occurrence.shiftDate)
  return {
    equipName: machine.name,
    equipId: machine.equipmentId,
    start: toIso(occurrence.from),
    end: toIso(occurrence.to),
    shift: occurrence.shift,
    date: `${date.slice(0, -4)}-${date.slice(-4, -2)}-${date.slice(-2)}`,
    full: lost.isFull,
    lateStart: lost.lateStartMs / 1000,
    earlyShutdown: lost.earlyShutdownMs / 1000,
    excessiveDowntimeStart: lost.lateStartMs >= thresholdMs(occurrence.from),
    excessiveDowntimeShutdown: lost.earlyShutdownMs >= thresholdMs(lost.ranTo ?? occurrence.from),
    ran_from: toIsoOrNull(lost.ranFrom),
    ran_to: toIsoOrNull(lost.ranTo),
  }
}

/** Returns the ranges after a machine's first evidence in which it was active. */
function activeFrom(history: readonly SettingsFrom[], began: number | undefined): Range[] {
  if (began === undefined) return []
  return history.flatMap(({ active, from }, i) => {
    const to = history[i + 1]?.from ?? Number.POSITIVE_INFINITY
    return active && to > began ? [{ from: Math.max(from, began), to }] : []
  })
}

function runningOf({ statusId: status_id, startedAt: started_at, endedAt: ended_at }: StatusRow, now: number): Range[] {
  return status_id === RUNNING ? [{ from: started_at, to: ended_at ?? now }] : []
}
