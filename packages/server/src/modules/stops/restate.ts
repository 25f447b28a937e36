import { type ShiftRow, shiftPieces } from '@millwatch/domain/shifts'
import type { Interval } from '@millwatch/domain/status'
import { isToldAlike, toldOf } from '@millwatch/domain/stops'
import type { SettingsFrom } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { shiftRowsTouching } from '../shifts/index.ts'
import { intervalsTouching } from '../status/index.ts'
import { settingsOver } from '../tree/index.ts'
import { insertRestatements, type NewRestatement, type RestatementCause } from './store-restatements.ts'

/** A stretch of a machine's time that was told again, with the intervals before and after, whole at both its ends. */
export interface RetoldStretch {
  readonly equipmentId: number
  readonly from: number
  readonly to: number
  readonly was: readonly Interval[]
  readonly is: readonly Interval[]
  readonly cause: RestatementCause
  readonly userId: number | null
}

/** Records what of these stretches comes to other figures than before. */
export async function recordRetold(ctx: Ctx, stretches: readonly RetoldStretch[]): Promise<void> {
  if (stretches.length === 0) return
  const now = ctx.clock.now()
  const ids = [...new Set(stretches.map((one) => one.equipmentId))]
  const settings = await settingsOver(ctx, ids)
  const { from, to } = reachOf(stretches, now)
  const shifts = await shiftRowsTouching(ctx, ids, from, to)
  const told = stretches.map((stretch) => {
    const of = (intervals: readonly Interval[]) => {
      const known = { shifts: shiftPieces(shifts.get(stretch.equipmentId) ?? []), intervals }
      return toldOf({ ...known, settings: settings.get(stretch.equipmentId) ?? [] }, stretch, now)
    }
    return { ...stretch, before: of(stretch.was), after: of(stretch.is) }
  })
  await insertRestatements(
    ctx,
    told.filter(({ before, after }) => !isToldAlike(before, after)),
  )
}

/** All the time that whole stops of the stretches lie in. */
function reachOf(stretches: readonly RetoldStretch[], now: number): { from: number; to: number } {
  let from = now
  let to = 0
  for (const { was, is } of stretches) {
    for (const { startedAt, endedAt } of [was.at(0), is.at(0), was.at(-1), is.at(-1)].filter(
      (one) => one !== undefined,
    )) {
      from = Math.min(from, startedAt)
      to = Math.max(to, endedAt ?? now)
    }
  }
  return { from, to }
}

/** A stretch of a machine's time for which shift history or settings were changed, and what they were. */
export interface ChangedStretch {
  readonly equipmentId: number
  readonly from: number
  /** Up to now at most. */
  readonly to: number
  readonly cause: RestatementCause
  /** The shift history before, at least what touched the stretch; absent: it is as it was. */
  readonly shiftsBefore?: readonly ShiftRow[] | undefined
  /** The settings before, all of them; absent: they are as they were. */
  readonly settingsBefore?: readonly SettingsFrom[] | undefined
}

/** Records what of these stretches comes to other figures now that shift history or settings are changed. */
export async function recordChanged(ctx: Ctx, stretches: readonly ChangedStretch[]): Promise<void> {
  if (stretches.length === 0) return
  const now = ctx.clock.now()
  const settings = await settingsOver(
    ctx,
    stretches.map((one) => one.equipmentId),
  )
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const told: NewRestatement[] = []
  for (const [equipmentId, own] of Map.groupBy(stretches, (one) => one.equipmentId)) {
    const isChanged = (row: ShiftRow) => own.some(({ from, to }) => row.startedAt < to && row.endedAt > from)
    for (const stretch of own) {
      const { intervals, shifts } = await timeOf(ctx, stretch, now)
      const then = own.flatMap((one) => one.shiftsBefore ?? []).filter(isChanged)
      const shiftsThen = stretch.shiftsBefore ? [...shifts.filter((row) => !isChanged(row)), ...unique(then)] : shifts
      const settingsNow = settings.get(equipmentId) ?? []
      const isNow = { intervals, shifts: shiftPieces(shifts), settings: settingsNow }
      const wasThen = {
        intervals,
        shifts: shiftPieces(shiftsThen),
        settings: stretch.settingsBefore ?? settingsNow,
      }
      const { from, to, cause } = stretch
      told.push({
        equipmentId,
        from,
        to,
        cause,
        userId,
        before: toldOf(wasThen, stretch, now),
        after: toldOf(isNow, stretch, now),
      })
    }
  }
  await insertRestatements(
    ctx,
    told.filter(({ before, after }) => !isToldAlike(before, after)),
  )
}

/** Rows may touch several stretches. */
const unique = (rows: readonly ShiftRow[]): ShiftRow[] => [...new Map(rows.map((row) => [row.startedAt, row])).values()]

/** What was told of a stretch and, as far as its stops reach, was scheduled. */
async function timeOf(ctx: Ctx, { equipmentId, from, to }: ChangedStretch, now: number) {
  const rows = (await intervalsTouching(ctx, [equipmentId], from, to)).get(equipmentId) ?? []
  const intervals = rows.map((row) => ({
    status: row.status_id as Interval['status'],
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }))
  const reach = { from: Math.min(from, intervals[0]?.startedAt ?? from), to: intervals.at(-1)?.endedAt ?? now }
  const shifts = await shiftRowsTouching(ctx, [equipmentId], reach.from, Math.max(to, reach.to))
  return { intervals, shifts: shifts.get(equipmentId) ?? [] }
}
