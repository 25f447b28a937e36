import { count, hours } from '../../lib/format.ts'
import { shiftWords } from '../../ui/shifts.ts'
import type { Figures } from './types.ts'

type MachineTime = Figures['explained']['archived']

/**
 * Returns texts about the machines whose time is excluded, one for each reason. With a shift (1 to 3; 0: all) the
 * hours are those of that shift; archived time is in no shift and has no hours then.
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
