export { type Checkpoint, type ComputedStatus, intervalsOf, replayEvents, step } from './compute.ts'
export { type Drawn, drawnIntervals, type Several } from './drawn.ts'
export { type EventContent, expand } from './expand.ts'
export {
  computedMaximumCycle,
  DEFAULT_MAXIMUM_CYCLE_MS,
  defaultStatusSettings,
  type Limits,
  limitsOf,
  longestReachMs,
  maximumCycleAt,
  OFFLINE_LIMIT_MS,
  rememberCycle,
} from './limits.ts'
export { nextChangeAt, openIntervals } from './open.ts'
export { isPrimaryAt, type PrimaryTenure, primariesFromEver, primaryChanges, primaryEvent } from './primary.ts'
export { type LastCycle, lacksRecentCycle, showsRecentCycles } from './recent-cycle.ts'
export { initialStatusState, type StatusState } from './state.ts'
export { firstIntervalAfter, joinIntervals } from './timeline.ts'
export {
  DOWN,
  type Interval,
  type MachineEvent,
  OFFLINE,
  POWERED_OFF,
  RUNNING,
  type Signal,
  type Source,
  type Status,
  type StatusSettings,
} from './types.ts'
