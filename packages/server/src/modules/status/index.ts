export { ANY_CHANGE, CHANGE, type DataChange } from './change-kinds.ts'
export {
  beganAt,
  currentStatuses,
  firstEventsAt,
  intervalsOfOne,
  intervalsTouching,
  machinesDue,
  runningOfMany,
  type StatusRow,
  sourcesOf,
} from './queries.ts'
export { machinesWithStopsNear } from './queries-touched-stops.ts'
export { type IntervalReplacement, replaceIntervals, type Touched, touchedTogether } from './replace-intervals.ts'
export {
  applyIntervalChanges,
  createMachines,
  type IntervalChanges,
  loadIntervals,
  loadMachines,
  lockMachines,
  type MachineRow,
  type RecomputeCause,
  requestRecompute,
  type StoredInterval,
  saveMachines,
  setRunCycles,
} from './store.ts'
export { machinesKeptFromLater, makeMachinesDue, outdateMachines, saveLatest } from './store-changes.ts'
export {
  type Checkpoint,
  checkpointBefore,
  checkpointsBetween,
  dropCheckpoints,
  dropCheckpointsAfter,
  horizonMarking,
  horizonsOf,
  putCheckpoints,
  putFirstCheckpoint,
  putHorizon,
} from './store-checkpoints.ts'
export { dueCompanies } from './store-directory.ts'
export { removeTakeoverChecks, takeoverChecks } from './store-takeover-checks.ts'
export type * from './tables.ts'
