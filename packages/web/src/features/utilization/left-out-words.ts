import { count, hours } from '../../lib/format.ts'
import { shiftWords } from '../../ui/shifts.ts'
import type { Figures } from './types.ts'

type MachineTime = Figures['explained']['archived']

/**
 * Returns a text for each reason for which machines are left out of a figure, with their number and hours: archived, excluded,
 * elsewhere; an empty list for none. With a shift (1 to 3; 0: all) these are hours of that shift. Zero hours are not named.
 */
export function leftOutWords({ archived, excluded, elsewhere }: Figures['explained'], shift: number): string[] {
  const inShift = shift === 0 ? '' : ` in the ${shiftWords[shift] ?? `shift ${shift}`}`
  const wordsOf = ({ machines, seconds }: MachineTime, why: string): string[] => {
    if (machines === 0) return []
    const length = seconds === 0 ? '' : `, ${hours(seconds)} h${inShift}`
    return [`${count(machines)} ${machines === 1 ? 'machine' : 'machines'} ${why}${length}`]
  }
  return [...wordsOf(archived, 'archived'), ...wordsOf(excluded, 'excluded'), ...wordsOf(elsewhere, 'elsewhere')]
}

/** Number of machines that are named, at most. */
const MOST_NAMES = 2

/**
 * Returns a list with one note on machines that are in the sums but not on the page, `with Press 05, archived or moved away`, of
 * which at most two are named; an empty list without such machines.
 */
export function alsoCountedWords(machines: readonly { readonly name: string }[]): string[] {
  if (machines.length === 0) return []
  const names = machines.slice(0, MOST_NAMES).map(({ name }) => name)
  const rest = machines.length - names.length
  return [`with ${names.join(', ')}${rest === 0 ? '' : ` and ${count(rest)} more`}, archived or moved away`]
}

/** Time in seconds below which no note is made, since it rounds to 0.00 h. */
const LEAST_S = 18

/**
 * Returns a list with one note on the scheduled time without data, `6.50 h of scheduled time without data`; an empty list below
 * 18 s.
 */
export function withoutDataWords({ offline_scheduled_s: seconds }: Figures['explained']): string[] {
  return seconds < LEAST_S ? [] : [`${hours(seconds)} h of scheduled time without data`]
}
