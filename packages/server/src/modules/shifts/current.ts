import { OCCURRENCE_REACH_MS, type Occurrence, occurrencesOf } from '@millwatch/domain/shifts'
import type { Ctx } from '../../platform/ctx.ts'
import { shiftRowsTouching } from './queries.ts'

/** What a machine is scheduled for at an instant, by its shift history. */
export interface CurrentShift {
  /** Inside scheduled time, and in no break. */
  readonly isScheduled: boolean
  /** The shift that goes on, a break of it included. */
  readonly occurrence: Occurrence | null
}

/**
 * What machines are scheduled for at `now` (epoch ms); all of them are in the answer. Shift history counts for machines
 * that were heard of and are active only: of others say no before asking.
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
      const holds = ({ pieces }: Occurrence) => pieces.some(({ from, to }) => from <= now && now < to)
      const inside = around.find(holds)
      return [id, { isScheduled: inside !== undefined, occurrence: inside ?? around[0] ?? null }]
    }),
  )
}
