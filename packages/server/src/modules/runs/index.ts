export { runsModule } from './calls.ts'
export { presentRun } from './present.ts'
export {
  activeRuns,
  findRun,
  lastRuns,
  type MachineRuns,
  type RunRow,
  runsOfMachines,
  runsOver,
  runsTouching,
} from './queries.ts'
export { type PastRun, recordRuns } from './record-runs.ts'
export { type RunEnded, settleRuns } from './settle-runs.ts'
export { startRun } from './start-run.ts'
export { type RunsToCount, settleRunsBefore } from './store-settle.ts'
export type * from './tables.ts'
export { createTag } from './tags.ts'
