import { formatPct } from '@millwatch/domain/utilization'

/** Text in place of a missing value. */
export const NONE = '—'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const upTo1 = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const two = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const upTo3 = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

export const count = (value: number): string => whole.format(value)
/** Returns a number with a noun: `1 machine`, `1,204 machines`. The plural of the noun ends with s. */
export const counted = (many: number, thing: string): string => `${count(many)} ${thing}${many === 1 ? '' : 's'}`
/** Returns a number that may be fractional, such as parts, as text with at most three decimals. */
export const quantity = (value: number): string => upTo3.format(value)
export const oneDecimal = (value: number): string => upTo1.format(value)

/** Returns seconds as text with at most three decimals: `12.345 s`. */
export const exactSeconds = (seconds: number): string => `${upTo3.format(seconds)} s`

/**
 * Returns a percentage as text with two decimals and a percent sign; `∞` without a sign for null (nothing scheduled). A value
 * below `limitPct` never reads as that limit.
 */
export function percent(pct: number | null, limitPct?: number): string {
  const figure = formatPct(pct, limitPct)
  return figure === '∞' ? figure : `${figure} %`
}

/** Returns seconds as hours with two decimals, without a unit: 5,400 s is `1.50`. */
export const hours = (seconds: number): string => two.format(seconds / 3600)

const pad = (value: number): string => String(value).padStart(2, '0')

/**
 * Returns seconds as hours and minutes, rounded to minutes: `31 m`, `3 h 12 m`, `1,204 h 05 m`; below half a minute `< 1 m`, and
 * `0 m` for 0.
 */
export function hoursAndMinutes(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes === 0) return seconds > 0 ? '< 1 m' : '0 m'
  const whole = Math.floor(minutes / 60)
  return whole === 0 ? `${minutes} m` : `${count(whole)} h ${pad(minutes % 60)} m`
}

/** Returns seconds as text with one decimal, below one second with up to three: `12.4 s`, `0.125 s`. */
export const shortSeconds = (seconds: number): string =>
  `${Math.abs(seconds) < 1 ? upTo3.format(seconds) : upTo1.format(seconds)} s`

/**
 * Returns a duration in ms as text, rounded down to seconds: `41 m 08 s`, `3 h 12 m 05 s`, `2 d 04 h 00 m 10 s`. A negative one
 * is `0 s`.
 */
export function duration(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000))
  const [d, h, m, s] = [
    Math.floor(total / 86_400),
    Math.floor(total / 3600) % 24,
    Math.floor(total / 60) % 60,
    total % 60,
  ]
  if (d > 0) return `${d} d ${pad(h)} h ${pad(m)} m ${pad(s)} s`
  if (h > 0) return `${h} h ${pad(m)} m ${pad(s)} s`
  if (m > 0) return `${m} m ${pad(s)} s`
  return `${s} s`
}

/**
 * Returns a duration in ms as text with its two largest units: `3 h 12 m`, `41 m 08 s`, `2 d 04 h`; rounded down. A negative one
 * is `0 s`.
 */
export function briefDuration(ms: number): string {
  return duration(ms).split(' ').slice(0, 4).join(' ')
}

/**
 * Returns a duration in ms as text with its largest unit, rounded down: `35 s`, `48 m`, `21 h`, `2 d`. From 1 to below 10 hours
 * it has minutes too: `3 h 12 m`. A negative one is `0 s`.
 */
export function compactDuration(ms: number): string {
  const parts = duration(ms).split(' ')
  const isLong = parts[1] === 'h' && Number(parts[0]) < 10
  return parts.slice(0, isLong ? 4 : 2).join(' ')
}

/**
 * Returns a text whose numbers, single-letter units of time, `for` and `since` stay on one line with the word behind them: `175
 * °C`, `1 h 09 m`.
 */
export const unbroken = (text: string): string => text.replace(/(\d|\b(?:for|since|[dhms])) (?=\S)/g, '$1\u00a0')
