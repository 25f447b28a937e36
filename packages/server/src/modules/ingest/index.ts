export { ingestModule, reasonText } from './calls.ts'
export { checkMessage, checkUnreadable, type ParsedMessage, readQuarantined } from './check-message.ts'
export {
  accountsOf,
  type DeviceAccount,
  type EventRow,
  pingsBySince,
  primaryEventsFrom,
  type QuarantineRow,
  quarantineOfDevices,
  timedCycleBefore,
} from './queries.ts'
export { type ClockRecord, clockEvidence, clockRecordsOf } from './queries-clock.ts'
export { communicationOf, contactsOf, lastContactsOf } from './queries-communication.ts'
export { type DeviceEventRow, inputLevelsOfDevice, latestEventsOfDevice } from './queries-device.ts'
export { lastCycles, lastReadings } from './queries-latest.ts'
export { releasableReasons } from './release-event.ts'
export {
  addToTallies,
  type BatchIdentity,
  claimBatches,
  insertEvents,
  noteRefusal,
  type PlacedEvent,
  type ReleasedEvent,
  setReleaseAt,
  type TallyChange,
  takeDueQuarantine,
} from './store.ts'
export { attachStoredEvents, markPrimaryEvents, nextPrimaryEventAfter, wronglyMarkedEvents } from './store-attach.ts'
export { putBack } from './store-clock.ts'
export { type CycleMarks, putMarks } from './store-marks.ts'
export {
  addToQuarantineBytes,
  insertQuarantine,
  lockQuarantineBytes,
  type QuarantineEntry,
  quarantineBytesOfCompany,
} from './store-quarantine.ts'
export { devicesWithJunkOver, removeJunk, removeOldQuarantine } from './store-quarantine-retention.ts'
export { countEventsIn, removeEventsBefore } from './store-retention.ts'
export {
  type CheckedBatch,
  type KeptText,
  KIND,
  type QuarantinedEvent,
  type Receipt,
  type StoredEvent,
} from './stored-event.ts'
export type * from './tables.ts'
