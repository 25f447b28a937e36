import type { Answer } from '@millwatch/contract/endpoint'
import type { lostTimeOfOrgUnit } from '@millwatch/contract/http/reports'
import { hasShifts } from '@millwatch/domain/schedules'
import {
  countedOf,
  lostTime,
  OCCURRENCE_REACH_MS,
  type Occurrence,
  occurrencesOf,
  type ShiftRow,
} from '@millwatch/domain/shifts'
import type { Range } from '@millwatch/domain/time'
import { rangesWhere, type SettingsFrom, settingsAt, type Tree } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { schedulesInForce } from '../schedules/index.ts'
import { shiftsOfMany } from '../shifts/index.ts'
import { beganAt, runningOfMany } from '../status/index.ts'
import { type EquipmentRow, type OrgUnitRow, settingsOver } from '../tree/index.ts'
import { idsOf } from './machines.ts'

type LostRow = Answer<typeof lostTimeOfOrgUnit>['report'][number]

/** Number of machines whose data is read in one query. */
const AT_ONCE = 50

/**
 * Yields the rows of the report of lost time, some machines at a time: one row for each occurrence of shifts 1 to 3 that overlaps
 * the period and has begun by `now` (epoch ms), by machine in the given order, then by start. Times in rows are seconds. An
 * occurrence is cut to the time in which the machine was active and had evidence, and left out if none remains.
 */
async function* lostTimeRows(
  ctx: Ctx,
  machines: readonly EquipmentRow[],
  period: Range,
  now: number,
): AsyncGenerator<LostRow[]> {
  const began = await beganAt(ctx, idsOf(machines))
  const settings = await settingsOver(ctx, idsOf(machines))
  const times = new ShiftTimes()
  let pending = readAhead(ctx, machines.slice(0, AT_ONCE), period, now)
  for (let i = 0; i < machines.length; i += AT_ONCE) {
    const { shifts, running } = await pending
    // The next machines are read while these are presented.
    pending = readAhead(ctx, machines.slice(i + AT_ONCE, i + 2 * AT_ONCE), period, now)
    const occurrences = new Occurrences()
    yield machines.slice(i, i + AT_ONCE).flatMap((machine) => {
      const id = machine.equipmentId
      const history = settings.get(id) ?? []
      const counted = activeFrom(history, began.get(id))
      const facts = { running: running.get(id) ?? [], history, now, times }
      return occurrences.of(shifts.get(id) ?? []).flatMap((occurrence) => {
        const part = countedOf(occurrence, counted)
        const isShown = part !== null && part.from < Math.min(period.to, now) && part.to > period.from
        return isShown ? [presentLost(machine, part, facts)] : []
      })
    })
  }
}

/**
 * Returns the rows of the report of lost time (`lostTimeRows`) as a JSON array in parts. Rows become text while the next ones are
 * read: those of a thousand machines and a month are 20 MB.
 */
export async function lostTimeJson(
  ctx: Ctx,
  machines: readonly EquipmentRow[],
  period: Range,
  now: number,
): Promise<Buffer[]> {
  const parts: Buffer[] = []
  for await (const rows of lostTimeRows(ctx, machines, period, now)) {
    if (rows.length === 0) continue
    const text = JSON.stringify(rows).slice(1, -1)
    parts.push(Buffer.from(parts.length === 0 ? text : `,${text}`))
  }
  return [Buffer.from('['), ...parts, Buffer.from(']')]
}

/** Cache of the occurrences of shifts 1 to 3 in lists of shift history, found once for machines that share one list. */
class Occurrences {
  readonly #found = new Map<readonly ShiftRow[], readonly Occurrence[]>()

  of(rows: readonly ShiftRow[]): readonly Occurrence[] {
    const found = this.#found.get(rows) ?? occurrencesOf(rows).filter((occurrence) => occurrence.shift !== 0)
    this.#found.set(rows, found)
    return found
  }
}

interface ShiftsAndRunning {
  readonly shifts: ReadonlyMap<number, readonly ShiftRow[]>
  readonly running: ReadonlyMap<number, readonly Range[]>
}

/**
 * Begins to read the shift history of machines around a period, and the ranges in which they ran. Returns a promise of both,
 * whose rejection need not be caught; both are empty without machines.
 */
function readAhead(ctx: Ctx, machines: readonly EquipmentRow[], period: Range, now: number): Promise<ShiftsAndRunning> {
  const ids = idsOf(machines)
  const around = { from: period.from - OCCURRENCE_REACH_MS, to: period.to + OCCURRENCE_REACH_MS }
  const read = async (): Promise<ShiftsAndRunning> => {
    if (ids.length === 0) return { shifts: new Map(), running: new Map() }
    const [shifts, running] = await Promise.all([
      shiftsOfMany(ctx, ids, around.from, around.to),
      runningOfMany(ctx, ids, around, now),
    ])
    return { shifts, running }
  }
  const reading = read()
  // The caller that awaits it gets the error; there may be none left.
  reading.catch(() => undefined)
  return reading
}

/** Returns id and name of those active machines whose schedule in force now has none of the shifts 1 to 3, in the given order. */
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

/** Cache of the texts of instants and shift dates, made once for all machines. */
class ShiftTimes {
  readonly #texts = new Map<number, string>()
  readonly #dates = new Map<number, string>()

  /** Returns an instant (epoch ms) as ISO 8601 text. */
  of(at: number): string {
    const text = this.#texts.get(at) ?? toIso(at)
    this.#texts.set(at, text)
    return text
  }

  /** Returns a shift date (20260308) as 2026-03-08. */
  dateOf(shiftDate: number): string {
    const digits = String(shiftDate)
    const date = this.#dates.get(shiftDate) ?? `${digits.slice(0, -4)}-${digits.slice(-4, -2)}-${digits.slice(-2)}`
    this.#dates.set(shiftDate, date)
    return date
  }
}

interface MachineFacts {
  readonly running: readonly Range[]
  readonly history: readonly SettingsFrom[]
  readonly now: number
  readonly times: ShiftTimes
}

function presentLost(
  machine: EquipmentRow,
  occurrence: Occurrence,
  { running, history, now, times }: MachineFacts,
): LostRow {
  const lost = lostTime(occurrence, running, now)
  const thresholdMs = (at: number) => settingsAt(history, at).excessiveDowntimeThresholdMs
  const start = times.of(occurrence.from)
  const end = times.of(occurrence.to)
  return {
    equipName: machine.name,
    equipId: machine.equipmentId,
    start,
    end,
    shift: occurrence.shift,
    date: times.dateOf(occurrence.shiftDate),
    full: lost.isFull,
    lateStart: lost.lateStartMs / 1000,
    earlyShutdown: lost.earlyShutdownMs / 1000,
    excessiveDowntimeStart: lost.lateStartMs >= thresholdMs(occurrence.from),
    excessiveDowntimeShutdown: lost.earlyShutdownMs >= thresholdMs(lost.ranTo ?? occurrence.from),
    ran_from: lost.ranFrom === occurrence.from ? start : toIsoOrNull(lost.ranFrom),
    ran_to: lost.ranTo === occurrence.to ? end : toIsoOrNull(lost.ranTo),
  }
}

/**
 * Returns the ranges (epoch ms) after a machine's first evidence in which it was active; if it is active now, the last one has no
 * end. Empty without evidence.
 */
function activeFrom(history: readonly SettingsFrom[], began: number | undefined): Range[] {
  if (began === undefined) return []
  return rangesWhere(history, (settings) => settings.active, { from: began, to: Number.POSITIVE_INFINITY })
}
