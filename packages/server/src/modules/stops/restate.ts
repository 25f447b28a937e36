import { shiftPieces } from '@millwatch/domain/shifts'
import type { Interval } from '@millwatch/domain/status'
import { isToldAlike, type ToldOfStretch, toldOf } from '@millwatch/domain/stops'
import type { Ctx } from '../../platform/ctx.ts'
import { shiftRowsTouching } from '../shifts/index.ts'
import { intervalsTouching } from '../status/index.ts'
import { settingsOver } from '../tree/index.ts'
import { insertRestatements, type RestatementCause } from './store-restatements.ts'

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

/** A stretch of a machine's time of which something beside its events is about to change. */
export interface ChangingStretch {
  readonly equipmentId: number
  readonly from: number
  readonly to: number
}

/**
 * Does `work`, which changes shift history or settings of machines, and records what of these stretches comes to other
 * figures than before. One that reaches beyond now ends now.
 */
export async function restating<T>(
  ctx: Ctx,
  stretches: readonly ChangingStretch[],
  cause: RestatementCause,
  work: () => Promise<T>,
): Promise<T> {
  const now = ctx.clock.now()
  const past = stretches.map((one) => ({ ...one, to: Math.min(one.to, now) })).filter(({ from, to }) => from < to)
  const before = await toldOver(ctx, past, now)
  const result = await work()
  const after = await toldOver(ctx, past, now)
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const restatements = past.map((one, i) => ({
    ...one,
    cause,
    userId,
    before: before[i] as ToldOfStretch,
    after: after[i] as ToldOfStretch,
  }))
  await insertRestatements(
    ctx,
    restatements.filter((one) => !isToldAlike(one.before, one.after)),
  )
  return result
}

async function toldOver(ctx: Ctx, stretches: readonly ChangingStretch[], now: number): Promise<ToldOfStretch[]> {
  const told: ToldOfStretch[] = []
  for (const { equipmentId, from, to } of stretches) {
    const rows = (await intervalsTouching(ctx, [equipmentId], from, to)).get(equipmentId) ?? []
    const intervals = rows.map((row) => ({
      status: row.status_id as Interval['status'],
      startedAt: row.started_at,
      endedAt: row.ended_at,
    }))
    const reach = { from: intervals[0]?.startedAt ?? from, to: intervals.at(-1)?.endedAt ?? now }
    const shifts = (await shiftRowsTouching(ctx, [equipmentId], reach.from, reach.to)).get(equipmentId) ?? []
    const settings = (await settingsOver(ctx, [equipmentId])).get(equipmentId) ?? []
    told.push(toldOf({ intervals, shifts: shiftPieces(shifts), settings }, { from, to }, now))
  }
  return told
}
