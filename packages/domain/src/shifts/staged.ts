import { dayOfDate, instantOfWall, type Range, type WallTime, wallAt } from '../time/index.ts'
import type { ShiftChange } from './edit.ts'
import type { Shift } from './types.ts'

/** Row of shift history as a page shows it; instants are epoch ms. */
export interface ShownShift {
  readonly id: number
  readonly equipmentId: number
  readonly shift: Shift
  readonly startedAt: number
  readonly endedAt: number
}

/** Parts of a local time that a person changed; absent ones stay as they are. */
export type TouchedTime = Partial<WallTime>

/** Fields that a person changed for all selected shifts at once; absent ones stay as they are. */
export interface TouchedShift {
  readonly shift?: Shift
  readonly start?: TouchedTime
  readonly end?: TouchedTime
}

/** Minutes between two times that can be picked for a shift (specification 1, "Shift History Report"). */
export const SHIFT_STEP_MIN = 5

/** Most rows in one change or deletion, and most machines in one insertion. */
export const MOST_SHIFT_CHANGES = 10_000
export const MOST_SHIFT_MACHINES = 1000

const LONGEST_MS = 366 * 86_400_000
const LAST_STEP = 24 * 60 - SHIFT_STEP_MIN

/** Returns a local time with its minute rounded to a step of 5 minutes, within its day. */
export const steppedTime = ({ date, minute }: WallTime): WallTime => ({
  date,
  minute: Math.min(LAST_STEP, Math.round(minute / SHIFT_STEP_MIN) * SHIFT_STEP_MIN),
})

/**
 * Returns the parts of a picked local time that differ from the one that was shown, together with those that were touched
 * `before`. Without a time that was shown, both parts.
 */
export function touchedTime(shown: WallTime | null, picked: WallTime, before: TouchedTime = {}): TouchedTime {
  if (shown === null) return picked
  return {
    ...before,
    ...(picked.date !== shown.date && { date: picked.date }),
    ...(picked.minute !== shown.minute && { minute: picked.minute }),
  }
}

/**
 * Returns the instant (epoch ms) of a local time in a zone: for a time that clocks skip, the instant of the change; for
 * one that occurs twice, the first.
 */
export const instantOfTime = ({ date, minute }: WallTime, zone: string): number =>
  instantOfWall(dayOfDate(date), minute * 60, zone)

/**
 * Returns the end of a shift with the touched parts of its local time replaced. The end of a shift until midnight lies on the
 * next day: if only its time is touched, it moves to the day before, unless it would not be after the start (`startedAt`).
 */
function retimedEnd(at: number, touched: TouchedTime | undefined, startedAt: number, zone: string): number {
  const before = wallAt(at, zone)
  const { date, minute = 0 } = touched ?? {}
  if (before.minute !== 0 || minute === 0 || date !== undefined) return retimed(at, touched, zone)
  const earlier = instantOfWall(dayOfDate(before.date) - 1, minute * 60, zone)
  return earlier > startedAt ? earlier : retimed(at, touched, zone)
}

/** Returns an instant with the touched parts of its local time replaced; the same instant if they are equal to its own. */
function retimed(at: number, touched: TouchedTime | undefined, zone: string): number {
  const before = wallAt(at, zone)
  const { date = before.date, minute = before.minute } = touched ?? {}
  return date === before.date && minute === before.minute ? at : instantOfTime({ date, minute }, zone)
}

/**
 * Returns a shift with the touched fields, its times being local times of `zone`. If only the time of day was touched, each
 * shift keeps its own day (one until midnight the day that ends); if only the day was touched, its own time.
 */
export function touchedShift<Row extends ShownShift>(row: Row, touched: TouchedShift, zone: string): Row {
  const startedAt = retimed(row.startedAt, touched.start, zone)
  return {
    ...row,
    shift: touched.shift ?? row.shift,
    startedAt,
    endedAt: retimedEnd(row.endedAt, touched.end, startedAt, zone),
  }
}

/** Returns the changes by the touched fields, with the values that differ only; a shift without a difference is left out. */
export function stagedChanges(rows: readonly ShownShift[], touched: TouchedShift, zone: string): ShiftChange[] {
  return rows.flatMap((row) => {
    const { shift, startedAt, endedAt } = touchedShift(row, touched, zone)
    const change = {
      ...(shift !== row.shift && { shift }),
      ...(startedAt !== row.startedAt && { startedAt }),
      ...(endedAt !== row.endedAt && { endedAt }),
    }
    return Object.keys(change).length === 0 ? [] : [{ id: row.id, ...change }]
  })
}

/**
 * Returns the first reason why selected shifts cannot be changed so: no value would differ; more than 10,000 shifts
 * would; one would not end after its start; or one would last longer than 366 days. Undefined: they can.
 */
export function faultOfStaged(
  rows: readonly ShownShift[],
  touched: TouchedShift,
  zone: string,
): 'unchanged' | 'too-many' | 'ends-too-early' | 'too-long' | undefined {
  const changes = stagedChanges(rows, touched, zone)
  if (changes.length === 0) return 'unchanged'
  if (changes.length > MOST_SHIFT_CHANGES) return 'too-many'
  const after = rows.map((row) => touchedShift(row, touched, zone))
  if (after.some(({ startedAt, endedAt }) => startedAt >= endedAt)) return 'ends-too-early'
  return after.some(({ startedAt, endedAt }) => endedAt - startedAt > LONGEST_MS) ? 'too-long' : undefined
}

/**
 * Returns the ids of the shifts with the same number, start and end as one of the selected ones, those included: the same shift
 * on other machines.
 */
export function matchingShifts(rows: readonly ShownShift[], selected: ReadonlySet<number>): Set<number> {
  const keyOf = ({ shift, startedAt, endedAt }: ShownShift) => `${shift} ${startedAt} ${endedAt}`
  const keys = new Set(rows.filter(({ id }) => selected.has(id)).map(keyOf))
  return new Set(rows.filter((row) => keys.has(keyOf(row))).map(({ id }) => id))
}

/** Shift to insert on machines, as far as it is filled in; times are local. */
export interface ShiftDraft {
  readonly equipmentIds: readonly number[]
  readonly start: WallTime | null
  readonly end: WallTime | null
}

/**
 * Returns the first reason why a shift cannot be inserted: a time is missing, it would not end after its start or last
 * longer than 366 days, or it has no machine or more than 1,000. Undefined: it can.
 */
export function faultOfInsert(
  { equipmentIds, start, end }: ShiftDraft,
  zone: string,
): 'no-start' | 'no-end' | 'ends-too-early' | 'too-long' | 'no-machine' | 'too-many' | undefined {
  if (start === null) return 'no-start'
  if (end === null) return 'no-end'
  const lengthMs = instantOfTime(end, zone) - instantOfTime(start, zone)
  if (lengthMs <= 0) return 'ends-too-early'
  if (lengthMs > LONGEST_MS) return 'too-long'
  if (equipmentIds.length === 0) return 'no-machine'
  return equipmentIds.length > MOST_SHIFT_MACHINES ? 'too-many' : undefined
}

/** First and last date (20260308) that can be picked. */
export interface DateLimits {
  readonly first: number
  readonly last: number
}

/**
 * Returns the dates that can be picked for start and end of a shift to insert: those of the period, the start not after the day
 * of the end, and the end not before the day of the start.
 */
export function insertLimits(
  { from, to }: Range,
  { start, end }: Pick<ShiftDraft, 'start' | 'end'>,
  zone: string,
): { readonly start: DateLimits; readonly end: DateLimits } {
  const first = wallAt(from, zone).date
  const last = wallAt(to - 1, zone).date
  return {
    start: { first, last: Math.max(first, Math.min(last, end?.date ?? last)) },
    end: { first: Math.min(last, Math.max(first, start?.date ?? first)), last },
  }
}
