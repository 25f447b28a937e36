import type { ShownShift } from '@millwatch/domain/shifts'
import { counted } from '../../lib/format.ts'

/** Returns a number of shifts with the number of different machines of `rows`: `3 shifts of 2 machines`. */
export const shiftsOf = (many: number, rows: readonly ShownShift[]): string =>
  `${counted(many, 'shift')} of ${counted(new Set(rows.map(({ equipmentId }) => equipmentId)).size, 'machine')}`
