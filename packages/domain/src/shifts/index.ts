export {
  editShifts,
  type ShiftChange,
  type ShiftEdit,
  type ShiftEditFault,
  type ShiftEntry,
  type ShiftHistory,
  type ShiftsEdited,
} from './edit.ts'
export { countedOf, lostTime } from './lost-time.ts'
export { OCCURRENCE_REACH_MS, type Occurrence, occurrencesOf, type ShiftPiece, shiftPieces } from './occurrences.ts'
export type { Shift, ShiftRow } from './types.ts'
