import { DOWN, OFFLINE } from '@millwatch/domain/status'
import type { SettingsFrom } from '@millwatch/domain/tree'
import { countedShifts, isExcessive, type MachineTime } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { machineTimes } from './from-intervals.ts'
import { floorQuarter } from './quarters.ts'
import type { MachineFacts } from './queries-facts.ts'

const CONTACT_LIMIT_MS = 600_000

/**
 * Returns by machine id the instant (epoch ms) up to which the rollups of each machine may be built for a target. It is at most
 * the target, and at most the end of the written shift history, rounded down to a quarter-hour.
 *
 * A stop that reaches this instant and is not excessive yet is not built, as its class may still change: the result is then the
 * start of the stop, rounded down to a quarter-hour. An excessive stop stays excessive: every change that shortens it touches
 * time before the target and marks that time dirty.
 *
 * An offline interval that has not ended is not built either while the device is in contact (within 10 minutes). The device is
 * then sending buffered events of that time, and each would cause a new build.
 */
export async function reachOf(
  ctx: Ctx,
  machines: readonly MachineFacts[],
  settings: ReadonlyMap<number, readonly SettingsFrom[]>,
  target: number,
): Promise<Map<number, number>> {
  const spans = machines.map((machine) => ({
    ...machine,
    from: endOf(machine, target) - 1,
    to: endOf(machine, target),
  }))
  const times = await machineTimes(ctx, spans, { now: target, settings, shifts: 'none' })
  return new Map(
    machines.map((machine, i) => {
      const isInContact = machine.contactAt !== null && machine.contactAt > ctx.clock.now() - CONTACT_LIMIT_MS
      return [machine.equipmentId, reachIn(times[i] as MachineTime, endOf(machine, target), isInContact)] as const
    }),
  )
}

/**
 * Returns the earlier one of the target and the end of the written shift history rounded down to a quarter-hour (epoch ms).
 * Without shift history it is the target rounded down.
 */
export const endOf = ({ writtenTo }: MachineFacts, target: number): number =>
  Math.min(target, floorQuarter(writtenTo ?? target))

function reachIn(time: MachineTime, end: number, isInContact: boolean): number {
  const last = time.intervals.at(-1)
  if (last === undefined || (last.endedAt !== null && last.endedAt < end)) return end
  if (last.status === OFFLINE && last.endedAt === null && isInContact)
    return Math.min(end, floorQuarter(last.startedAt))
  if (last.status !== DOWN) return end
  const stop = { from: last.startedAt, to: end }
  return isExcessive(stop, countedShifts(time), time.settings) ? end : Math.min(end, floorQuarter(last.startedAt))
}

/**
 * Returns a machine's time with its intervals as they were at `end` (epoch ms): those that end at `end` or later become open.
 * Intervals that begin later stay in the list.
 */
export function upTo(time: MachineTime, end: number): MachineTime {
  const intervals = time.intervals.map((interval) =>
    interval.endedAt !== null && interval.endedAt >= end ? { ...interval, endedAt: null } : interval,
  )
  return { ...time, intervals }
}
