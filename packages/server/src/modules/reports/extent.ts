import { DAY_MS, type Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid } from '../../platform/errors.ts'
import { beganAt } from '../status/index.ts'

/**
 * Largest number of machines times days in one answer, which has one row per shift: 1,000 machines for 100 days, or one
 * machine for all its time.
 */
const MOST_DAYS = 100_000

/** Shift history reaches through tomorrow. */
const AHEAD_MS = 3 * DAY_MS

/**
 * Throws 400 when a report would be too long: more than 100,000 days, summed over the machines. The days of a machine
 * count from its first evidence and up to tomorrow.
 */
export async function demandExtent(ctx: Ctx, equipmentIds: readonly number[], { from, to }: Range): Promise<void> {
  const end = Math.min(to, ctx.clock.now() + AHEAD_MS)
  const days = [...(await beganAt(ctx, equipmentIds)).values()].map((began) =>
    Math.max(0, (end - Math.max(from, began - DAY_MS)) / DAY_MS),
  )
  if (days.reduce((sum, count) => sum + count, 0) > MOST_DAYS)
    throw new Invalid(
      `querystring/startDate asks for over ${MOST_DAYS} days of machines: ask for a shorter period or a smaller unit`,
    )
}
