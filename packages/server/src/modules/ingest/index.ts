export { judge, judgeUnreadable, type Message, readQuarantined } from './judge.ts'
export {
  accountsOf,
  type DeviceAccount,
  type EventRow,
  primaryEventsFrom,
  toldCycleBefore,
  vouchedSpans,
} from './queries.ts'
export { type ClockRecord, clockRecordsOf } from './queries-clock.ts'
export { communicationOf } from './queries-communication.ts'
export { lastCycles, lastReadings } from './queries-latest.ts'
export { ingestRoutes } from './routes.ts'
export {
  addToTallies,
  type BatchIdentity,
  claimBatches,
  insertEvents,
  insertQuarantine,
  noteRefusal,
  type PlacedEvent,
  type QuarantineEntry,
  type ReleasedEvent,
  setReleaseAt,
  type TallyChange,
  takeDueQuarantine,
} from './store.ts'
export { attachStoredEvents } from './store-attach.ts'
export { putBack } from './store-clock.ts'
export { type CycleMarks, putMarks } from './store-marks.ts'
export { removeEventsBefore } from './store-retention.ts'
export { type JudgedBatch, KIND, type QuarantinedEvent, type Receipt, type StoredEvent } from './stored-event.ts'
