import { lengthOf, type PeriodUnit, type RelativePeriod } from './period.ts'

const names: Readonly<Record<string, string>> = {
  'this-year': 'This year',
  'this-month': 'This month',
  'this-week': 'This week',
  'last-month': 'Last month',
  'last-week': 'Last week',
  yesterday: 'Yesterday',
  today: 'Today',
  shift: 'This shift',
  'last-shift': 'Last shift',
}

const units: Readonly<Record<PeriodUnit, string>> = { h: 'hour', d: 'day', w: 'week', m: 'month' }

/**
 * Returns a relative period as English text: `This week`, `Past 4 weeks`, `Past day`; fractions of hours as `Past 1 h 30
 * min`, to the minute.
 */
export function periodWords(period: RelativePeriod): string {
  const length = lengthOf(period)
  if (length === undefined) return names[period] ?? period
  const { amount, unit } = length
  if (Number.isInteger(amount)) return amount === 1 ? `Past ${units[unit]}` : `Past ${amount} ${units[unit]}s`
  const minutes = Math.round(amount * 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return hours === 0 ? `Past ${rest} min` : `Past ${hours} h ${rest} min`
}

/** Texts of the shift choices in the drawer, by number: 0 all, 1 to 3 one shift. */
export const shiftWords = ['All Shifts', 'First', 'Second', 'Third'] as const
