import { rangesWhere } from '../tree/index.ts'
import type { LevelPiece } from './alarm-rule.ts'
import { alarmRules } from './alarm-rules.ts'
import { beyondOf } from './compared-limit.ts'
import type { BacktestRequest } from './rule.ts'

/** Amount that the limit of an alarm is compared with, at an instant (epoch ms). Its unit is that of `TripValue.amount`. */
export interface LimitReading {
  readonly at: number
  readonly amount: number
}

export interface LimitReadings {
  /** Reading at the last instant of the range at which there is an amount; null: there is no amount in the range. */
  readonly latest: LimitReading | null
  /** Reading furthest on the side beyond the limit, the earliest of equal ones; null: there is no amount in the range. */
  readonly extreme: LimitReading | null
}

/**
 * Returns the latest and the extreme amount that the limit of an alarm is compared with in a range of the past; each is null when
 * there is none, as for a type without a limit. The extreme is the greatest or the least one, by the side on which amounts are
 * beyond the limit. So an alarm without a delay would have tripped there just if the extreme is beyond its limit or, for an
 * impact, at it. The limit in `args` is not read, and time while archived is left out.
 */
export function limitReadings({ typeId, args, data, range }: BacktestRequest): LimitReadings {
  const ranges = rangesWhere(data.settings, (entry) => entry.active, range)
  const request = { args, data, ranges, from: range.from, base: range.from }
  const pieces = alarmRules[typeId].levels?.(request) ?? []
  const last = pieces.at(-1)
  return {
    latest: last === undefined ? null : { at: last.to - 1, amount: last.last },
    extreme: extremeOf(pieces, beyondOf(typeId, args)),
  }
}

function extremeOf(pieces: readonly LevelPiece[], beyond: 'above' | 'below'): LimitReading | null {
  let extreme: LimitReading | null = null
  const take = (at: number, amount: number): void => {
    if (extreme === null || (beyond === 'above' ? amount > extreme.amount : amount < extreme.amount))
      extreme = { at, amount }
  }
  for (const { from, to, first, last } of pieces) {
    take(from, first)
    take(to - 1, last)
  }
  return extreme
}
