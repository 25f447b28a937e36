export { annotateStops } from './annotate-stop.ts'
export { stopsModule } from './calls.ts'
export { failuresOver } from './failures.ts'
export { type NotesOfMachine, notesOver } from './notes-over.ts'
export {
  presentDetail,
  presentDetailColumns,
  presentLog,
  presentUnplaced,
  statusHistory,
  writeLog,
} from './present-log.ts'
export { findInterval, longStops, type StopRow, stopsIn } from './queries.ts'
export { allReasons } from './queries-reasons.ts'
export { type RestatementRow, restatementsOver } from './queries-restatements.ts'
export { createReason } from './reasons.ts'
export { type ChangedRange, type RecomputedRange, recordChanged, recordRestatedRange } from './restate.ts'
export type * from './tables.ts'
