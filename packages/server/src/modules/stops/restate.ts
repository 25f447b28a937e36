import { datedRanges, type ShiftRow } from '@millwatch/domain/shifts'
import type { Interval } from '@millwatch/domain/status'
import { haveSameFigures, rangeFiguresOf } from '@millwatch/domain/stops'
import type { SettingsFrom } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { shiftRowsTouching } from '../shifts/index.ts'
import { intervalsTouching } from '../status/index.ts'
import { settingsOver } from '../tree/index.ts'
import { insertRestatements, type NewRestatement, type RestatementCause } from './store-restatements.ts'

/**
 * Range of a machine's past (epoch ms) whose status was computed again, with the intervals before and after, not
 * clipped. `userId` is the person whose change caused it; null: no person did.
 */
export interface RecomputedRange {
  readonly equipmentId: number
  readonly from: number
  readonly to: number
  readonly intervalsBefore: readonly Interval[]
  readonly intervalsAfter: readonly Interval[]
  readonly cause: RestatementCause
  readonly userId: number | null
}

/** Stores a restatement for each recomputed range whose figures before and after differ. Stores nothing for the other ranges. */
export async function recordRestatedRange(ctx: Ctx, ranges: readonly RecomputedRange[]): Promise<void> {
  if (ranges.length === 0) return
  const now = ctx.clock.now()
  const ids = [...new Set(ranges.map((range) => range.equipmentId))]
  const settings = await settingsOver(ctx, ids)
  const { from, to } = reachOf(ranges, now)
  const shifts = await shiftRowsTouching(ctx, ids, from, to)
  const changes = ranges.map((range) => {
    const figuresFrom = (intervals: readonly Interval[]) => {
      const facts = { shifts: datedRanges(shifts.get(range.equipmentId) ?? []), intervals }
      return rangeFiguresOf({ ...facts, settings: settings.get(range.equipmentId) ?? [] }, range, now)
    }
    return { ...range, before: figuresFrom(range.intervalsBefore), after: figuresFrom(range.intervalsAfter) }
  })
  await insertRestatements(
    ctx,
    changes.filter(({ before, after }) => !haveSameFigures(before, after)),
  )
}

/**
 * Returns the range (epoch ms) from the earliest start to the latest end of all intervals of the ranges, before and after; an
 * open interval ends at `now`.
 */
function reachOf(ranges: readonly RecomputedRange[], now: number): { from: number; to: number } {
  let from = now
  let to = 0
  for (const { intervalsBefore: before, intervalsAfter: after } of ranges) {
    for (const { startedAt, endedAt } of [before.at(0), after.at(0), before.at(-1), after.at(-1)].filter(
      (interval) => interval !== undefined,
    )) {
      from = Math.min(from, startedAt)
      to = Math.max(to, endedAt ?? now)
    }
  }
  return { from, to }
}

/**
 * Range of a machine's past whose shift history or settings a person has changed, with the values before the change. Instants are
 * epoch ms.
 */
export interface ChangedRange {
  readonly equipmentId: number
  readonly from: number
  /** End of the range (epoch ms), now at the latest. */
  readonly to: number
  readonly cause: RestatementCause
  /** Shift history before the change, at least the rows that touched the range; absent: unchanged. */
  readonly shiftsBefore?: readonly ShiftRow[] | undefined
  /** All settings before the change; absent: unchanged. */
  readonly settingsBefore?: readonly SettingsFrom[] | undefined
}

/**
 * Stores a restatement, the record that figures shown before have changed, for each range whose figures a change of shift history
 * or settings made different; nothing for the other ranges. The record names the calling user. Call it after the change was
 * stored, in the same transaction.
 */
export async function recordChanged(ctx: Ctx, ranges: readonly ChangedRange[]): Promise<void> {
  if (ranges.length === 0) return
  const now = ctx.clock.now()
  const settings = await settingsOver(
    ctx,
    ranges.map((range) => range.equipmentId),
  )
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const restatements: NewRestatement[] = []
  for (const [equipmentId, ofMachine] of Map.groupBy(ranges, (range) => range.equipmentId)) {
    const isChanged = (row: ShiftRow) => ofMachine.some(({ from, to }) => row.startedAt < to && row.endedAt > from)
    for (const range of ofMachine) {
      const { intervals, shifts } = await timeOf(ctx, range, now)
      const then = ofMachine.flatMap((range) => range.shiftsBefore ?? []).filter(isChanged)
      const shiftsThen = range.shiftsBefore ? [...shifts.filter((row) => !isChanged(row)), ...unique(then)] : shifts
      const settingsNow = settings.get(equipmentId) ?? []
      const isNow = { intervals, shifts: datedRanges(shifts), settings: settingsNow }
      const wasThen = {
        intervals,
        shifts: datedRanges(shiftsThen),
        settings: range.settingsBefore ?? settingsNow,
      }
      const { from, to, cause } = range
      restatements.push({
        equipmentId,
        from,
        to,
        cause,
        userId,
        before: rangeFiguresOf(wasThen, range, now),
        after: rangeFiguresOf(isNow, range, now),
      })
    }
  }
  await insertRestatements(
    ctx,
    restatements.filter(({ before, after }) => !haveSameFigures(before, after)),
  )
}

/** Returns the rows without duplicates by start, as one row may touch several ranges. */
const unique = (rows: readonly ShiftRow[]): ShiftRow[] => [...new Map(rows.map((row) => [row.startedAt, row])).values()]

/**
 * Returns the status intervals that touch a range, not clipped, and the shift history that touches these intervals or the range.
 */
async function timeOf(ctx: Ctx, { equipmentId, from, to }: ChangedRange, now: number) {
  const rows = (await intervalsTouching(ctx, [equipmentId], from, to)).get(equipmentId) ?? []
  const intervals = rows.map((row) => ({
    status: row.statusId as Interval['status'],
    startedAt: row.startedAt,
    endedAt: row.endedAt,
  }))
  const reach = { from: Math.min(from, intervals[0]?.startedAt ?? from), to: intervals.at(-1)?.endedAt ?? now }
  const shifts = await shiftRowsTouching(ctx, [equipmentId], reach.from, Math.max(to, reach.to))
  return { intervals, shifts: shifts.get(equipmentId) ?? [] }
}
