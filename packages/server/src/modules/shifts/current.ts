import { OCCURRENCE_REACH_MS, type Occurrence, occurrencesOf } from '@millwatch/domain/shifts'
import { DAY_MS } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { shiftRowsTouching } from './queries.ts'

/** Shift of a machine at one instant, by its shift history alone. */
export interface CurrentShift {
  /** True if a row of shift history contains the instant, so that it is not in a break. */
  readonly isScheduled: boolean
  /** Shift at that instant, also during one of its breaks, or time without a shift; null: none. */
  readonly occurrence: Occurrence | null
  /** Last of the shifts 1 to 3 that ended in the 8 days before; null: none. */
  readonly last: Occurrence | null
}

/** Time in ms in which the last shift is searched: a week of a schedule and a day more. */
const BACK_MS = 8 * DAY_MS

/**
 * Returns by machine id the scheduled shift at `now` (epoch ms); every given machine has an entry. Does not check if a machine is
 * active and has evidence, without which its shift history has no effect; the caller must.
 */
export async function currentShifts(
  ctx: Ctx,
  equipmentIds: readonly number[],
  now: number,
): Promise<Map<number, CurrentShift>> {
  const rows = await shiftRowsTouching(
    ctx,
    equipmentIds,
    now - BACK_MS - OCCURRENCE_REACH_MS,
    now + OCCURRENCE_REACH_MS,
  )
  return new Map(
    equipmentIds.map((id) => {
      const occurrences = occurrencesOf(rows.get(id) ?? [])
      const around = occurrences.filter(({ from, to }) => from <= now && now < to)
      const ended = occurrences.filter(({ shift, to }) => shift !== 0 && to <= now && to > now - BACK_MS)
      const holds = ({ ranges }: Occurrence) => ranges.some(({ from, to }) => from <= now && now < to)
      const inside = around.find(holds)
      const occurrence = inside ?? around[0] ?? null
      return [id, { isScheduled: inside !== undefined, occurrence, last: ended.at(-1) ?? null }]
    }),
  )
}
