import { DAY_MS, type Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { TooLarge } from '../../platform/errors.ts'
import { beganAt } from '../status/index.ts'

/** Largest number of machines times days in one answer that has a row per shift: 1,000 machines for 100 days. */
export const mostDaysOfShifts = 100_000

/** Largest number of machines times days in one report: 1,000 machines for four years. */
const mostDays = 1_500_000

/** Time ahead of now, in ms, for which there may be shift history, which reaches through tomorrow. */
const AHEAD_MS = 3 * DAY_MS

/**
 * Throws 413 when a report would be too long: more than `most` days, summed over the machines. The days of a machine are those of
 * the period from a day before its first evidence up to three days from now, so that a report about one machine may cover all its
 * time. A machine without evidence adds no days.
 */
export async function requireExtent(
  ctx: Ctx,
  equipmentIds: readonly number[],
  { from, to }: Range,
  most = mostDays,
): Promise<void> {
  const end = Math.min(to, ctx.clock.now() + AHEAD_MS)
  const longest = ((end - from) / DAY_MS + 1) * equipmentIds.length
  if (longest <= most) return
  const days = [...(await beganAt(ctx, equipmentIds)).values()].map((began) =>
    Math.max(0, (end - Math.max(from, began - DAY_MS)) / DAY_MS),
  )
  const sum = days.reduce((total, count) => total + count, 0)
  if (sum > most) throw new TooLarge(`${Math.round(sum)} days of machines, and at most ${most}`)
}
