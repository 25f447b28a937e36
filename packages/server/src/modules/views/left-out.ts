import { msWithin, type Range } from '@millwatch/domain/time'
import { rangesWhere, type SettingsFrom } from '@millwatch/domain/tree'
import type { TimeInUnit } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { beganAt } from '../status/index.ts'
import { type Choices, figuresOver, type Group } from '../utilization/index.ts'

/** Number of machines, and the sum of their times, ms. */
export interface MachineTime {
  readonly machines: number
  readonly ms: number
}

/** Time that the sums of a unit leave out, of machines while archived, while excluded, and while they were in another unit. */
export interface LeftOut {
  readonly archived: MachineTime
  readonly excluded: MachineTime
  readonly elsewhere: MachineTime
}

export interface LeftOutQuestion {
  readonly period: Range
  readonly now: number
  readonly shift: Choices['shift']
}

type TimesInUnit = ReadonlyMap<number, TimeInUnit>

const nobody: MachineTime = { machines: 0, ms: 0 }
export const nothingLeftOut: LeftOut = { archived: nobody, excluded: nobody, elsewhere: nobody }

const reasons = ['archived', 'excluded', 'elsewhere'] as const
type Reason = (typeof reasons)[number]

/**
 * Returns the time that the sums of each unit leave out, one entry per unit in the order of the list. Time before a machine's
 * first evidence is not included. With a shift chosen only time inside that shift is; an archived machine is then included in the
 * number of machines, but not in the time (domain, section 4).
 */
export async function leftOutOf(
  ctx: Ctx,
  question: LeftOutQuestion,
  units: readonly TimesInUnit[],
): Promise<readonly LeftOut[]> {
  const began = await beganAt(ctx, [...new Set(units.flatMap((times) => [...times.keys()]))])
  const insideShift = await timeInsideShift(ctx, question, units)
  return units.map((times, unit) => {
    const left = { ...nothingLeftOut }
    for (const [id, time] of times) {
      for (const why of reasons) {
        const ms = wallMs(time[why], began.get(id))
        if (question.shift === null || why === 'archived')
          left[why] = plus(left[why], ms, question.shift === null ? ms : 0)
        else left[why] = plus(left[why], insideShift.get(keyOf(unit, why, id)) ?? 0)
      }
    }
    return left
  })
}

/**
 * Returns by machine id the time in the period that the own figures of each machine leave out: the time it was archived, after
 * its first evidence. With a shift chosen that time is 0, but the number of machines still includes the machine.
 */
export async function archivedTimeOf(
  ctx: Ctx,
  { period, shift }: Pick<LeftOutQuestion, 'period' | 'shift'>,
  histories: ReadonlyMap<number, readonly SettingsFrom[]>,
): Promise<ReadonlyMap<number, LeftOut>> {
  const began = await beganAt(ctx, [...histories.keys()])
  return new Map(
    [...histories].map(([id, history]) => {
      const archived = rangesWhere(history, (settings) => !settings.active, period)
      const ms = wallMs(archived, began.get(id))
      return [id, { ...nothingLeftOut, archived: plus(nobody, ms, shift === null ? ms : 0) }]
    }),
  )
}

const keyOf = (unit: number, why: Reason, id: number) => `${unit} ${why} ${id}`

/** Returns the total length (ms) of ranges after the machine's first evidence; 0 for a machine without evidence. */
function wallMs(ranges: readonly Range[], beganAt: number | undefined): number {
  return beganAt === undefined ? 0 : msWithin({ from: beganAt, to: Number.POSITIVE_INFINITY }, ranges)
}

/**
 * Returns the sum with one more machine, which was left out for `ms`, and with its time grown by `counted`, a part of `ms`.
 * Returns it unchanged if `ms` is 0.
 */
const plus = ({ machines, ms: sum }: MachineTime, ms: number, counted = ms): MachineTime =>
  ms > 0 ? { machines: machines + 1, ms: sum + counted } : { machines, ms: sum }

/**
 * Returns the scheduled time (ms) of the chosen shift within the ranges that are left out, by unit, reason and machine (`keyOf`),
 * by the same rule as the figures. Empty without a shift.
 */
async function timeInsideShift(
  ctx: Ctx,
  { period, now, shift }: LeftOutQuestion,
  units: readonly TimesInUnit[],
): Promise<ReadonlyMap<string, number>> {
  if (shift === null) return new Map()
  const groups = units.flatMap((times, unit) =>
    [...times].flatMap(([id, time]): Group[] =>
      (['excluded', 'elsewhere'] as const).flatMap((why) =>
        time[why].length === 0
          ? []
          : [{ key: keyOf(unit, why, id), members: new Map([[id, time[why]]]), inBuckets: false }],
      ),
    ),
  )
  if (groups.length === 0) return new Map()
  const answer = await figuresOver(ctx, { groups, period, now, shift, buckets: null, money: false, averages: false })
  return new Map([...answer.groups].map(([key, { whole }]) => [key, whole.scheduledMs]))
}
