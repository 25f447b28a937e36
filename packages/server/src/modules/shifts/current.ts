import { OCCURRENCE_REACH_MS, type Occurrence, occurrencesOf } from '@millwatch/domain/shifts'
import type { Ctx } from '../../platform/ctx.ts'
import { shiftRowsTouching } from './queries.ts'

/** Shift of a machine at one instant, by its shift history. */
export interface CurrentShift {
  /** True inside scheduled time and outside breaks. */
  readonly isScheduled: boolean
  /** The current shift, also during one of its breaks. */
  readonly occurrence: Occurrence | null
}

/**
 * Returns by machine id the scheduled shift at `now` (epoch ms); every given machine has an entry. Shift history counts
 * only for active machines with evidence, which the caller must check.
 */
export async function currentShifts(
  ctx: Ctx,
  equipmentIds: readonly number[],
  now: number,
): Promise<Map<number, CurrentShift>> {
  const rows = await shiftRowsTouching(ctx, equipmentIds, now - OCCURRENCE_REACH_MS, now + OCCURRENCE_REACH_MS)
  return new Map(
    equipmentIds.map((id) => {
      const around = occurrencesOf(rows.get(id) ?? []).filter(({ from, to }) => from <= now && now < to)
      const holds = ({ ranges }: Occurrence) => ranges.some(({ from, to }) => from <= now && now < to)
      const inside = around.find(holds)
      return [id, { isScheduled: inside !== undefined, occurrence: inside ?? around[0] ?? null }]
    }),
  )
}
