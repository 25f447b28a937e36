export { type CurrentShift, currentShift, LAST_SHIFT_WITHIN_MS } from './current-shift.ts'
export {
  editShifts,
  type ShiftChange,
  type ShiftEdit,
  type ShiftEditFault,
  type ShiftEntry,
  type ShiftHistory,
  type ShiftsEdited,
} from './edit.ts'
export { type LostDate, type LostShift, type LostSum, lostByDate, lostMsOf, lostSum } from './lost-sums.ts'
export { countedOf, lostTime } from './lost-time.ts'
export { type DatedRange, datedRanges, OCCURRENCE_REACH_MS, type Occurrence, occurrencesOf } from './occurrences.ts'
export {
  type DateLimits,
  faultOfInsert,
  faultOfStaged,
  insertLimits,
  instantOfTime,
  matchingShifts,
  type ShownShift,
  stagedChanges,
  steppedTime,
  type TouchedShift,
  touchedShift,
  touchedTime,
} from './staged.ts'
export type { Shift, ShiftRow } from './types.ts'
