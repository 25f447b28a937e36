import type { Answer } from '@millwatch/contract/endpoint'
import type { readInterval } from '@millwatch/contract/http/status'
import { type DatedRange, datedRanges } from '@millwatch/domain/shifts'
import { DOWN } from '@millwatch/domain/status'
import { msWithin, type Range } from '@millwatch/domain/time'
import { countedShifts, isExcessive } from '@millwatch/domain/utilization'
import type { AsOfNow } from '../../platform/calls/as-of-now.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { toIso } from '../../platform/http/instants.ts'
import { partsOnStops, presentPartOfStop } from '../parts/index.ts'
import { runsTouching } from '../runs/index.ts'
import { shiftRowsTouching } from '../shifts/index.ts'
import { findInterval, presentLog, statusHistory } from '../stops/index.ts'
import { settingsOver } from '../tree/index.ts'
import { tagsTouching } from './run-tags.ts'

/**
 * Returns one status interval, computed up to now, with its scheduled time, parts, tags of runs and annotation. 404 when no
 * interval has this id, also after a recomputation has replaced it.
 */
export async function intervalDetail(
  ctx: Ctx,
  { now, requireCurrent }: AsOfNow,
  id: number,
): Promise<Omit<Answer<typeof readInterval>, 'status'>> {
  const found = await findInterval(ctx, id)
  if (found === undefined) throw new NotFound()
  const { equipmentId, startedAt } = found
  await requireCurrent([equipmentId])
  const history = await statusHistory(ctx, equipmentId, { from: startedAt, to: startedAt + 1 })
  const log = presentLog(history, now).find((interval) => interval.id === id)
  if (log === undefined) throw new NotFound()
  const span = { from: startedAt, to: Math.max(found.endedAt ?? now, startedAt) }
  const settings = (await settingsOver(ctx, [equipmentId])).get(equipmentId) ?? []
  const rows = (await shiftRowsTouching(ctx, [equipmentId], span.from, span.to)).get(equipmentId) ?? []
  const counted = countedShifts({ shifts: datedRanges(rows), settings })
  const runs = await runsTouching(ctx, [equipmentId], span.from, span.to)
  const parts = await partsOnStops(ctx, [equipmentId], startedAt, startedAt + 1)
  return {
    stretch: {
      ...log,
      equipment_id: equipmentId,
      scheduled_s: msWithin(span, counted) / 1000,
      scheduled_by_shift: byShift(span, counted),
      excessive: found.status === DOWN && isExcessive(span, counted, settings),
      parts: (parts.get(equipmentId)?.get(startedAt) ?? []).map(presentPartOfStop),
      tags: tagsTouching(runs, span, now),
    },
    as_of: toIso(now),
  }
}

function byShift(span: Range, counted: readonly DatedRange[]) {
  return ([0, 1, 2, 3] as const).flatMap((shift) => {
    const ofShift = counted.filter((piece) => piece.shift === shift)
    const scheduledMs = msWithin(span, ofShift)
    return scheduledMs === 0 ? [] : [{ shift, scheduled_s: scheduledMs / 1000 }]
  })
}
