import type { MachineChange } from '@millwatch/domain/facts'
import { DOWN, type Interval } from '@millwatch/domain/status'
import type { Range } from '@millwatch/domain/time'
import { type ChangedRange, type RecomputedRange, recordChanged, recordRestatedRange } from '../modules/stops/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { CommittedMachine } from './compute-machine.ts'

/**
 * Records a restatement for each past range whose intervals this commit replaced and whose figures differ, with the figures
 * before and after. The range is extended to whole stops. For late data it ends at the last event that was known before, since
 * later time was only assumed. New events in order, and the first ones of a machine, record nothing.
 */
export async function recordRestatements(ctx: Ctx, followed: readonly CommittedMachine[]): Promise<void> {
  await recordRestatedRange(
    ctx,
    followed.flatMap((machineUpdate) => restatedSpan(machineUpdate, ctx.clock.now())),
  )
}

/**
 * Records a restatement for each change by people that has the earlier shift history or settings (`before`), for its time up to
 * now, with the figures before and after. A change without `before`, of the future only, or with equal figures records nothing.
 */
export async function restateChanged(ctx: Ctx, changes: readonly MachineChange[]): Promise<void> {
  const now = ctx.clock.now()
  const spans = changes.flatMap(({ equipmentId, from, to, before }): ChangedRange[] => {
    const span = { equipmentId, from, to: Math.min(to ?? now, now) }
    if (before === undefined || span.to <= from) return []
    const cause = before.shifts === undefined ? 'changed_setting' : 'edited_shift'
    return [{ ...span, cause, shiftsBefore: before.shifts, settingsBefore: before.settings }]
  })
  await recordChanged(ctx, spans)
}

function restatedSpan({ before, machine, replaced }: CommittedMachine, now: number): RecomputedRange[] {
  if (replaced === null || before.head === null) return []
  const { touched, intervalsBefore, intervalsAfter } = replaced
  // Time after the last known event was only assumed, so a late event restates only the time before it.
  const until = before.recomputeCause === null ? Math.min(before.head.at, now) : now
  if (touched.from >= until) return []
  const { from, to } = overWholeStops(
    { from: touched.from, to: touched.to ?? until },
    [...intervalsBefore, ...intervalsAfter],
    until,
  )
  return [
    {
      equipmentId: machine.equipmentId,
      from,
      to,
      intervalsBefore,
      intervalsAfter,
      cause: before.recomputeCause ?? 'late_data',
      userId: before.recomputeBy,
    },
  ]
}

/**
 * Returns the range extended to the whole stops that it touches, so that their number has a meaning, but not beyond `until`. An
 * open stop ends at `until`.
 */
function overWholeStops(span: Range, intervals: readonly Interval[], until: number): Range {
  let { from, to } = span
  for (const { status, startedAt, endedAt } of intervals) {
    const end = endedAt ?? until
    if (status !== DOWN || startedAt > span.to || end < span.from) continue
    from = Math.min(from, startedAt)
    to = Math.max(to, end)
  }
  return { from, to: Math.min(to, until) }
}
