import { type PartAction, pastOfAction } from '@millwatch/domain/parts'
import { dayOf, shortDayNear } from '../../lib/dates.ts'
import { count, oneDecimal, quantity } from '../../lib/format.ts'
import type { DueMaintenance } from './queries.ts'

type Amounts = Pick<DueMaintenance, 'kind' | 'unit' | 'amount' | 'limit'>

const withUnit = (unit: DueMaintenance['unit'], value: number): string => {
  if (unit === 'cycles') return count(value)
  return unit === 'hours' ? oneDecimal(value) : quantity(Math.floor(value * 10) / 10)
}

/**
 * Returns an amount of maintenance as text without its unit: cycles as a whole number (`61,894`), hours with one decimal
 * (`512.4`), calendar units rounded down to a tenth (`93`).
 */
export const amountOf = ({ unit }: Pick<Amounts, 'unit'>, value: number): string => withUnit(unit, value)

const oneOf = (unit: string, value: number): string => (value === 1 ? unit.replace(/s$/, '') : unit)

/** Returns an amount of maintenance with its unit: `512.4 h`, `3 days`, and `1 day` if the text of the amount is 1. */
function measured(unit: DueMaintenance['unit'], value: number): string {
  const shown = withUnit(unit, value)
  return `${shown} ${unit === 'hours' ? 'h' : oneOf(unit, Number(shown))}`
}

/**
 * Returns the unit that is written after the limit: `h run` or `h` for hours, else `cycles` or the unit of the calendar, in the
 * singular for a limit of 1.
 */
export function unitOf({ kind, unit, limit }: Pick<Amounts, 'kind' | 'unit' | 'limit'>): string {
  if (unit === 'hours') return kind === 'runtime' ? 'h run' : 'h'
  return oneOf(unit, limit)
}

/** Returns the progress of maintenance as text: `512.4 of 500.0 h run`. */
export const progressText = (row: Amounts): string =>
  `${amountOf(row, row.amount)} of ${amountOf(row, row.limit)} ${unitOf(row)}`

/** Days in a unit of the calendar; a month has about 30. */
const daysOf = { days: 1, weeks: 7, months: 30 } as const

/**
 * Returns the excess of overdue maintenance in words: `12.4 h over`, `1,894 over`, `3 days over`. An excess below one unit of the
 * calendar is in whole days, below a day in hours; a part of a month has `≈`. It is 0 if the limit is not reached.
 */
export function overText(row: Amounts): string {
  const over = Math.max(0, row.amount - row.limit)
  if (row.unit === 'cycles') return `${amountOf(row, over)} over`
  if (row.unit === 'hours') return `${amountOf(row, over)} h over`
  const whole = Math.floor(over)
  if (whole >= 1) return `${count(whole)} ${oneOf(row.unit, whole)} over`
  const days = over * daysOf[row.unit]
  const wholeDays = Math.floor(days)
  if (wholeDays >= 1) return `${row.unit === 'months' ? '≈ ' : ''}${count(wholeDays)} ${oneOf('days', wholeDays)} over`
  return `${count(Math.floor(days * 24))} h over`
}

/** Words in place of a due date for maintenance without one, by the reason. */
export const undatedWords: Readonly<Record<NonNullable<DueMaintenance['undated']>, string>> = {
  little_data: 'no date yet',
  stands_still: 'stands still',
  archived: 'archived',
}

/** Sentences for the reasons why maintenance has no due date. */
export const undatedReasons: Readonly<Record<NonNullable<DueMaintenance['undated']>, string>> = {
  little_data: 'There are fewer than 5 whole days of data, which are too few to compute a rate.',
  stands_still: 'The machine counted almost nothing in the past four weeks, so there is no rate.',
  archived: 'The machine is archived, so its counter does not advance. Restore the machine to continue.',
}

/**
 * Returns the day on which maintenance is due: `Mon, Nov 23` if that is within a week, else `Jan 18`, and `Mon, Jan 18, 2027` in
 * another year. `≈` stands before a day that is projected from a rate. Without a date it returns the words of the reason, or an
 * empty text. `near` is now, epoch ms.
 */
export function dueText(row: DueMaintenance, zone: string, near: number): string {
  if (row.due_at === null) return row.undated === null ? '' : undatedWords[row.undated]
  const at = Date.parse(row.due_at)
  const day = row.group === 'soon' ? dayOf(at, zone, near) : shortDayNear(at, zone, near)
  return row.rate === null ? day : `≈ ${day}`
}

interface PartWork {
  readonly action_base: PartAction
  readonly qty: number
  readonly CriticalPart: { readonly number: string }
}

/** Returns the work on parts in words, joined by commas: `2318-L replaced ×2, LUB-400 replaced`; an empty text without parts. */
export const partsText = (parts: readonly PartWork[]): string =>
  parts
    .map(
      ({ action_base, qty, CriticalPart }) =>
        `${CriticalPart.number} ${pastOfAction(action_base)}${qty > 1 ? ` ×${count(qty)}` : ''}`,
    )
    .join(', ')

interface CompletedAmounts {
  readonly args: Readonly<Record<string, string | number | boolean | null>>
  readonly args_latest: Readonly<Record<string, string | number | boolean | null>> | null
}

/**
 * Returns the amount at which maintenance was completed (`at`: `1 day`), and the difference to its limit in words (`off`: `3
 * days early`, `12.4 h over`, `when due`), both with the unit in the singular for 1. Undefined if the amount or the limit is
 * not known.
 */
export function completedAt(
  typeId: number,
  { args, args_latest }: CompletedAmounts,
): { at: string; off: string } | undefined {
  const name = typeId === 5 ? 'cycle_count' : typeId === 6 ? 'runtime_hours' : 'duration'
  const [amount, limit] = [args_latest?.[name], args[name]]
  if (typeof amount !== 'number' || typeof limit !== 'number') return undefined
  const unit = typeId === 5 ? 'cycles' : typeId === 6 ? 'hours' : (String(args.duration_unit ?? 'days') as 'days')
  const off = Math.abs(amount - limit)
  const offText = unit === 'cycles' ? withUnit(unit, off) : measured(unit, off)
  const words = off === 0 ? 'when due' : `${offText} ${amount < limit ? 'early' : 'over'}`
  return { at: measured(unit, amount), off: words }
}
