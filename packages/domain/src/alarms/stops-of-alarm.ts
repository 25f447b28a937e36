import { firstEndingAfter, type Range } from '../time/index.ts'
import { type SettingsFrom, settingsAt } from '../tree/index.ts'

/**
 * Returns the instant (epoch ms) at which the scheduled time of a stop reaches the threshold in force at its start.
 * With a threshold of 0 that is its start. `Infinity` when the threshold is never reached, even at the end of the stop,
 * which may be `Infinity`. `scheduled` ascends and does not overlap.
 */
export function excessiveFrom(stop: Range, scheduled: readonly Range[], settings: readonly SettingsFrom[]): number {
  let leftMs = settingsAt(settings, stop.from).excessiveDowntimeThresholdMs
  if (leftMs <= 0) return stop.from
  for (let i = firstEndingAfter(scheduled, stop.from); i < scheduled.length; i++) {
    const range = scheduled[i] as Range
    if (range.from >= stop.to) break
    const from = Math.max(range.from, stop.from)
    const ms = Math.min(range.to, stop.to) - from
    if (ms >= leftMs) return from + leftMs
    leftMs -= ms
  }
  return Number.POSITIVE_INFINITY
}
