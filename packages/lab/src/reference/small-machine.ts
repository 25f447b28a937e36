import type { DatedRange } from '@millwatch/domain/shifts'
import type { Interval } from '@millwatch/domain/status'
import type { SettingsFrom } from '@millwatch/domain/tree'

/** Machine with so few milliseconds that a test can look at every single one. Instants are epoch ms. */
export interface SmallMachine {
  readonly intervals: readonly Interval[]
  readonly shifts: readonly DatedRange[]
  readonly settings: readonly SettingsFrom[]
  readonly now: number
}

/**
 * Returns sums over each millisecond of a period before now, from `from` (inclusive) to `to` (exclusive): time of each status,
 * scheduled time and effective run (ms), and revenue (hourly price times ms of effective run). Time without a status is left out,
 * and with a `shift` all time outside that shift; a null shift includes all time.
 */
export function walk(machine: SmallMachine, from: number, to: number, shift: number | null) {
  const sums = { running: 0, down: 0, offline: 0, poweredOff: 0, scheduled: 0, effective: 0, revenue: 0 }
  for (let ms = from; ms < Math.min(to, machine.now); ms++) {
    const interval = machine.intervals.find(
      (candidate) => candidate.startedAt <= ms && ms < (candidate.endedAt ?? machine.now),
    )
    if (interval === undefined) continue
    const settings = machine.settings.findLast((entry) => entry.from <= ms) as SettingsFrom
    const row = settings.active
      ? machine.shifts.find((candidate) => candidate.from <= ms && ms < candidate.to)
      : undefined
    if (shift !== null && row?.shift !== shift) continue
    sums[(['running', 'down', 'offline', 'poweredOff'] as const)[interval.status - 1] as 'running']++
    if (!settings.active) continue
    if (row !== undefined) sums.scheduled++
    const counts =
      (interval.status === 1 && (row !== undefined || !settings.utilCappedBySchedule)) ||
      (interval.status === 2 && row !== undefined && settings.utilInclLtXsfDt && !excessive(machine, interval))
    if (!counts) continue
    sums.effective++
    sums.revenue += settings.hourlyRevenue ?? 0
  }
  return sums
}

function excessive(machine: SmallMachine, { startedAt, endedAt }: Interval): boolean {
  let scheduled = 0
  for (let ms = startedAt; ms < (endedAt ?? machine.now); ms++) {
    const isActive = machine.settings.findLast((entry) => entry.from <= ms)?.active
    if (isActive && machine.shifts.some((row) => row.from <= ms && ms < row.to)) scheduled++
  }
  const threshold = machine.settings.findLast((entry) => entry.from <= startedAt)?.excessiveDowntimeThresholdMs ?? 0
  return scheduled >= threshold
}
