/** Periods that run on with the clock and have a name instead of a length. */
export const namedPeriods = ['this-year', 'this-month', 'this-week', 'yesterday', 'today', 'shift'] as const
type NamedPeriod = (typeof namedPeriods)[number]

/** Months, weeks, days, hours. */
export type PeriodUnit = 'm' | 'w' | 'd' | 'h'

/** A period that runs on with the clock: by name, or the last so many months, weeks, days or hours (`1w`, `12h`, `1.5h`). */
export type RelativePeriod = NamedPeriod | `${number}${PeriodUnit}`

/** A length in one unit. */
export interface PeriodLength {
  readonly amount: number
  readonly unit: PeriodUnit
}

/** Offered at once; the drawer offers the lengths besides (specification 1, section 9). */
export const quickPeriods: readonly RelativePeriod[] = ['1h', '3h', '12h', '1d', '5d', '1w', '4w', '1m', '3m']

/** Lengths the drawer offers, by unit (specification 1, section 9). */
export const offeredLengths: Readonly<Record<PeriodUnit, readonly number[]>> = {
  h: [1, 2, 3, 6, 8, 12],
  d: [1, 2, 3, 4, 5, 6],
  w: [1, 2, 4, 6],
  m: [3, 6, 12, 15],
}

/** How many of the next smaller unit a zoom counts one as: a month 4 weeks, a week 7 days, a day 24 hours. */
const SMALLER: Readonly<Record<'m' | 'w' | 'd', readonly [PeriodUnit, number]>> = {
  m: ['w', 4],
  w: ['d', 7],
  d: ['h', 24],
}
const LARGER: Readonly<Record<'w' | 'd' | 'h', readonly [PeriodUnit, number]>> = {
  w: ['m', 4],
  d: ['w', 7],
  h: ['d', 24],
}

const MOST_MONTHS = 60
const LEAST_HOURS = 0.25
/** Hours halved as often as they may be are still exact in these parts. */
const PARTS_OF_HOUR = 64
const HOURS_OF: Readonly<Record<PeriodUnit, number>> = { h: 1, d: 24, w: 24 * 7, m: 24 * 7 * 4 }

const isNamed = (text: string): text is NamedPeriod => (namedPeriods as readonly string[]).includes(text)

/** The length of a period that is told by length; undefined for one with a name. */
export function lengthOf(period: RelativePeriod): PeriodLength | undefined {
  if (isNamed(period)) return undefined
  return { amount: Number(period.slice(0, -1)), unit: period.slice(-1) as PeriodUnit }
}

const isWithin = ({ amount, unit }: PeriodLength): boolean => {
  const hours = amount * HOURS_OF[unit]
  return hours >= LEAST_HOURS && hours <= MOST_MONTHS * HOURS_OF.m
}

/** Whether a text names a relative period: whole months, weeks and days, hours down to a quarter, at most 60 months. */
export function isRelativePeriod(text: unknown): text is RelativePeriod {
  if (typeof text !== 'string') return false
  if (isNamed(text)) return true
  const [, digits, unit] = /^(\d{1,4}(?:\.\d{1,6})?)([mwdh])$/.exec(text) ?? []
  if (digits === undefined || String(Number(digits)) !== digits) return false
  const length = { amount: Number(digits), unit: unit as PeriodUnit }
  const parts = length.unit === 'h' ? length.amount * PARTS_OF_HOUR : length.amount
  return Number.isInteger(parts) && isWithin(length)
}

const textOf = ({ amount, unit }: PeriodLength): RelativePeriod => `${amount}${unit}`

/** In the largest unit that has no remainder. */
function inLargest(length: PeriodLength): PeriodLength {
  if (length.unit === 'm') return length
  const [unit, many] = LARGER[length.unit]
  return length.amount % many === 0 ? inLargest({ amount: length.amount / many, unit }) : length
}

/** Twice as long; undefined where that would be too long, or the period is not told by length. */
export function doubled(period: RelativePeriod): RelativePeriod | undefined {
  const length = lengthOf(period)
  if (length === undefined) return undefined
  const twice = { ...length, amount: length.amount * 2 }
  return isWithin(twice) ? textOf(inLargest(twice)) : undefined
}

/** Half as long, in a smaller unit where it is no whole number; undefined where that would be too short. */
export function halved(period: RelativePeriod): RelativePeriod | undefined {
  let length = lengthOf(period)
  if (length === undefined) return undefined
  while (length.unit !== 'h' && length.amount % 2 !== 0) {
    const [unit, many]: readonly [PeriodUnit, number] = SMALLER[length.unit]
    length = { amount: length.amount * many, unit }
  }
  const half = { ...length, amount: length.amount / 2 }
  return isWithin(half) ? textOf(inLargest(half)) : undefined
}

/** Whether two periods are as long as each other by the zoom's counting: `4w` and `1m`. */
export function isAsLong(a: RelativePeriod, b: RelativePeriod): boolean {
  const [one, other] = [lengthOf(a), lengthOf(b)]
  if (one === undefined || other === undefined) return a === b
  return one.amount * HOURS_OF[one.unit] === other.amount * HOURS_OF[other.unit]
}
