import type { AlarmArgs } from './alarm-type.ts'
import { numberArg, textArg } from './args.ts'
import type { WatchedValue } from './rule.ts'

/**
 * Returns a function that returns true for a value beyond the limit of a telemetry alarm, above or below it by the argument
 * `direction`. At exactly the limit it returns false.
 */
export function beyondLimit(args: AlarmArgs): (value: number) => boolean {
  const limit = numberArg(args, 'value')
  return textArg(args, 'direction') === 'above' ? (value) => value > limit : (value) => value < limit
}

/**
 * Returns the value in force at an instant (epoch ms): the last one at or before it, also of several at one instant.
 * `beyondSince` is the instant from which values have been beyond the limit, absent if this one is not. Returns null if there is
 * no value yet.
 */
export function valueInForce(args: AlarmArgs, values: readonly WatchedValue[], at: number): WatchedValue | null {
  const isBeyond = beyondLimit(args)
  let last: WatchedValue | null = null
  let since: number | null = null
  for (const [i, value] of values.entries()) {
    if (value.at > at) break
    if (values[i + 1]?.at === value.at) continue
    since = isBeyond(value.value) ? (since ?? value.beyondSince ?? value.at) : null
    last = { at: value.at, value: value.value }
  }
  return last === null || since === null ? last : { ...last, beyondSince: since }
}

/** Range of values, both ends included, in which a further value changes nothing; null: no bound on that side. */
export interface QuietBand {
  readonly from: number | null
  readonly to: number | null
}

/**
 * Returns the values that leave a telemetry alarm as it is while `value` is in force: those on the same side of its limit, where
 * the limit itself and null are not beyond it. Changes by time alone, such as the end of a delay, do not matter.
 */
export function quietBand(args: AlarmArgs, value: number | null): QuietBand {
  const limit = numberArg(args, 'value')
  const isAbove = textArg(args, 'direction') === 'above'
  const isBeyond = value !== null && beyondLimit(args)(value)
  if (isAbove) return isBeyond ? { from: nextAfter(limit, 1), to: null } : { from: null, to: limit }
  return isBeyond ? { from: null, to: nextAfter(limit, -1) } : { from: limit, to: null }
}

/** Returns the band of the values that are within both bands. It is empty, with `from` above `to`, if there are none. */
export const commonBand = (a: QuietBand, b: QuietBand): QuietBand => ({
  from: a.from === null || b.from === null ? (a.from ?? b.from) : Math.max(a.from, b.from),
  to: a.to === null || b.to === null ? (a.to ?? b.to) : Math.min(a.to, b.to),
})

/** Returns true if values from `least` to `most` are all within a band. */
export const isWithin = ({ from, to }: QuietBand, least: number, most: number): boolean =>
  (from === null || least >= from) && (to === null || most <= to)

/** Returns the double next to a number, upwards (1) or downwards (-1). */
function nextAfter(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * Number.MIN_VALUE
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const isAway = value > 0 === direction > 0
  view.setBigInt64(0, view.getBigInt64(0) + (isAway ? 1n : -1n))
  return view.getFloat64(0)
}
