import { count, hours } from '../../lib/format.ts'
import { shiftWords } from '../../ui/shifts.ts'
import type { Figures } from './types.ts'

type MachineTime = Figures['explained']['archived']

/**
 * Returns a text about the machines whose time is left out of a figure for each reason that applies, with the hours. With a
 * shift (1 to 3; 0: all) these are hours of that shift; archived time has none then.
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
