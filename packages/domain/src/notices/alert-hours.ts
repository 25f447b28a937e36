import type { AlertHours } from '../identity/index.ts'
import { dayOfDate, instantOfWall, wallAt } from '../time/index.ts'

/**
 * Returns the earliest instant from `at` on (epoch ms) at which a person may be alerted; `at` itself within the hours.
 * Hours may reach over midnight, and two equal ends are the whole day (ruling R20). An opening that the change of clocks
 * skips is the instant of the change.
 */
export function alertsOpenFrom(at: number, { enabledMin, disabledMin }: AlertHours, zone: string): number {
  if (enabledMin === null || disabledMin === null || enabledMin === disabledMin) return at
  const { date, minute } = wallAt(at, zone)
  const isAfterStart = minute >= enabledMin
  const isBeforeEnd = minute < disabledMin
  const isOpen = enabledMin < disabledMin ? isAfterStart && isBeforeEnd : isAfterStart || isBeforeEnd
  if (isOpen) return at
  const day = dayOfDate(date) + (isAfterStart ? 1 : 0)
  return Math.max(at, instantOfWall(day, enabledMin * 60, zone))
}
