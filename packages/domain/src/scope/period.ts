/** Relative periods that have a name instead of a length; each moves on with the clock. */
export const namedPeriods = [
  'this-year',
  'this-month',
  'this-week',
  'last-month',
  'last-week',
  'yesterday',
  'today',
  'shift',
  'last-shift',
] as const
type NamedPeriod = (typeof namedPeriods)[number]

/** Unit of a period: `m` months, `w` weeks, `d` days, `h` hours. */
export type PeriodUnit = 'm' | 'w' | 'd' | 'h'

/**
 * Period that moves on with the clock: a name, or the last months, weeks, days or hours as a number with its unit (`1w`,
 * `12h`, `1.5h`).
 */
export type RelativePeriod = NamedPeriod | `${number}${PeriodUnit}`

/** Length of a relative period: a number, which may be a fraction for hours, and its unit. */
export interface PeriodLength {
  readonly amount: number
  readonly unit: PeriodUnit
}

/** Lengths the drawer offers, by unit (specification 1, section 9). */
export const offeredLengths: Readonly<Record<PeriodUnit, readonly number[]>> = {
  h: [1, 2, 3, 6, 8, 12],
  d: [1, 2, 3, 4, 5, 6],
  w: [1, 2, 4, 6],
  m: [3, 6, 12, 15],
}

/**
 * Next smaller unit of each unit, with the number of smaller units that a zoom takes for one: a month is 4 weeks, a week 7 days,
 * a day 24 hours.
 */
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
/** Smallest fraction of an hour that a period may have, as a divisor: halving hours repeatedly stays exact. */
const PARTS_OF_HOUR = 64
const HOURS_OF: Readonly<Record<PeriodUnit, number>> = { h: 1, d: 24, w: 24 * 7, m: 24 * 7 * 4 }

/** Returns true for a named period that is over: it ends before now, and stays the same until the next one is over. */
export const isOver = (period: RelativePeriod): boolean => period === 'yesterday' || period.startsWith('last-')

const isNamed = (text: string): text is NamedPeriod => (namedPeriods as readonly string[]).includes(text)

/** Returns the number and unit of a period such as `12h`; undefined for a named period. */
export function lengthOf(period: RelativePeriod): PeriodLength | undefined {
  if (isNamed(period)) return undefined
  return { amount: Number(period.slice(0, -1)), unit: period.slice(-1) as PeriodUnit }
}

const isWithin = ({ amount, unit }: PeriodLength): boolean => {
  const hours = amount * HOURS_OF[unit]
  return hours >= LEAST_HOURS && hours <= MOST_MONTHS * HOURS_OF.m
}

/**
 * Returns true for a name of a period, or a length in whole months, weeks or days, or in hours (steps of 1/64), from a
 * quarter of an hour to 60 months of 4 weeks.
 */
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

/** Returns the same length in the largest unit that leaves no remainder. */
function inLargest(length: PeriodLength): PeriodLength {
  if (length.unit === 'm') return length
  const [unit, many] = LARGER[length.unit]
  return length.amount % many === 0 ? inLargest({ amount: length.amount / many, unit }) : length
}

/**
 * Returns a period twice as long, in the largest unit that leaves no remainder (7d twice is 2w). Undefined above 60 months,
 * and for a named period.
 */
export function doubled(period: RelativePeriod): RelativePeriod | undefined {
  const length = lengthOf(period)
  if (length === undefined) return undefined
  const twice = { ...length, amount: length.amount * 2 }
  return isWithin(twice) ? textOf(inLargest(twice)) : undefined
}

/**
 * Returns a period half as long, in a smaller unit when the number is not whole (1w is 84h). Undefined below a quarter of an
 * hour, and for a named period.
 */
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

/**
 * Returns true when two periods are equally long, with a month as 4 weeks: `4w` and `1m` are. A named period equals only
 * itself.
 */
export function isAsLong(a: RelativePeriod, b: RelativePeriod): boolean {
  const [lengthA, lengthB] = [lengthOf(a), lengthOf(b)]
  if (lengthA === undefined || lengthB === undefined) return a === b
  return lengthA.amount * HOURS_OF[lengthA.unit] === lengthB.amount * HOURS_OF[lengthB.unit]
}
