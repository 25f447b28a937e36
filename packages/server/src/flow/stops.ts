import { DOWN, type Interval } from '@millwatch/domain/status'
import type { Range } from '@millwatch/domain/time'
import { type ChangedStretch, type RetoldStretch, recordChanged, recordRetold } from '../modules/stops/index.ts'
import type { MachineChange } from '../modules/tree/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Followed } from './follow.ts'

/** What the past was told otherwise is recorded, with what it came to before. Telling on in order restates nothing. */
export async function followStops(ctx: Ctx, told: readonly Followed[]): Promise<void> {
  await recordRetold(
    ctx,
    told.flatMap((one) => retoldStretch(one, ctx.clock.now())),
  )
}

/** What people changed of shift history, or of what counts as excessive, is recorded with what it came to before. */
export async function restateChanged(ctx: Ctx, changes: readonly MachineChange[]): Promise<void> {
  const now = ctx.clock.now()
  const stretches = changes.flatMap(({ equipmentId, from, to, was }): ChangedStretch[] => {
    const stretch = { equipmentId, from, to: Math.min(to ?? now, now) }
    if (was === undefined || stretch.to <= from) return []
    const cause = was.shifts === undefined ? 'changed_setting' : 'edited_shift'
    return [{ ...stretch, cause, shiftsBefore: was.shifts, settingsBefore: was.settings }]
  })
  await recordChanged(ctx, stretches)
}

function retoldStretch({ before, machine, replaced }: Followed, now: number): RetoldStretch[] {
  if (replaced === null || before.head === null) return []
  const { touched, was, is } = replaced
  // What followed the last known event was not told yet, only assumed: a late event changes the past before it.
  const until = before.retellCause === null ? Math.min(before.head.at, now) : now
  if (touched.from >= until) return []
  const { from, to } = overWholeStops({ from: touched.from, to: touched.to ?? until }, [...was, ...is], until)
  return [
    {
      equipmentId: machine.equipmentId,
      from,
      to,
      was,
      is,
      cause: before.retellCause ?? 'late_data',
      userId: before.retellBy,
    },
  ]
}

/** A stretch widened to the stops that it touches, so that their number says something; up to `until` at most. */
function overWholeStops(stretch: Range, intervals: readonly Interval[], until: number): Range {
  let { from, to } = stretch
  for (const { status, startedAt, endedAt } of intervals) {
    const end = endedAt ?? until
    if (status !== DOWN || startedAt > stretch.to || end < stretch.from) continue
    from = Math.min(from, startedAt)
    to = Math.max(to, end)
  }
  return { from, to: Math.min(to, until) }
}
