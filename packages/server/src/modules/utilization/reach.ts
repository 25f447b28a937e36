import { DOWN, OFFLINE } from '@millwatch/domain/status'
import type { SettingsFrom } from '@millwatch/domain/tree'
import { countedShifts, isExcessive, type MachineTime } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { machineTimes } from './from-intervals.ts'
import type { MachineFacts } from './queries-facts.ts'
import { floorQuarter } from './ranges.ts'

const HEARD_MS = 600_000

/**
 * Up to where rollups of machines may be built for a target: to the target, but not past the end of their written shift
 * history, and not past the start of a stop that reaches the target and is not excessive by then: what it counts as may
 * still change by the clock, or by what is told of its end. One that is excessive stays so: it can only grow, for whatever
 * shortens it touches time before the target, and marks it dirty.
 *
 * Nor into the last time offline of a machine whose device is heard just now: it is catching up on what happened then, and
 * that would be built again with everything it says.
 */
export async function reachOf(
  ctx: Ctx,
  machines: readonly MachineFacts[],
  settings: ReadonlyMap<number, readonly SettingsFrom[]>,
  target: number,
): Promise<Map<number, number>> {
  const spans = machines.map((one) => ({ ...one, from: endOf(one, target) - 1, to: endOf(one, target) }))
  const times = await machineTimes(ctx, spans, { now: target, settings, shifts: 'none' })
  return new Map(
    machines.map((one, i) => {
      const isHeard = one.contactAt !== null && one.contactAt > ctx.clock.now() - HEARD_MS
      return [one.equipmentId, reachIn(times[i] as MachineTime, endOf(one, target), isHeard)] as const
    }),
  )
}

/** The end of what may be built for a target at most. */
export const endOf = ({ writtenTo }: MachineFacts, target: number): number =>
  Math.min(target, floorQuarter(writtenTo ?? target))

function reachIn(time: MachineTime, end: number, isHeard: boolean): number {
  const last = time.intervals.at(-1)
  if (last === undefined || (last.endedAt !== null && last.endedAt < end)) return end
  if (last.status === OFFLINE && last.endedAt === null && isHeard) return Math.min(end, floorQuarter(last.startedAt))
  if (last.status !== DOWN) return end
  const stop = { from: last.startedAt, to: end }
  return isExcessive(stop, countedShifts(time), time.settings) ? end : Math.min(end, floorQuarter(last.startedAt))
}

/** Intervals as they are read when rollups are built up to `end`: what reaches it goes on. */
export function upTo(time: MachineTime, end: number): MachineTime {
  const intervals = time.intervals.map((one) =>
    one.endedAt !== null && one.endedAt >= end ? { ...one, endedAt: null } : one,
  )
  return { ...time, intervals }
}
