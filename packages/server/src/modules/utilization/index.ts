export { addStates, buildRollups } from './build.ts'
export { bucketsFor, type Choices, choicesInCompany, choicesOf, chosenBy, pagePeriod } from './choices.ts'
export { compareRollups, type RollupDifference } from './compare.ts'
export { excessiveSince, leftUntilExcessive } from './excessive.ts'
export type { UtilizationFigures } from './figure-sets.ts'
export { figuresOver, utilizationOver } from './figures-over.ts'
export { machineTimes } from './from-intervals.ts'
export { type PackedStops, packed, packedStop } from './packed-stops.ts'
export { QUARTER_MS } from './quarters.ts'
export {
  type ReadyTo,
  readyStopSums,
  readyStops,
  readyStopsAcross,
  type StopMark,
  stopsReadyTo,
} from './queries-stops.ts'
export type { Answer, Group, GroupFigures, Question } from './question.ts'
export { rollupCompanies } from './store-directory.ts'
export { dirtySpans, latestBuilt, machinesToBuild, markDirty, statesOf } from './store-state.ts'
export type * from './tables.ts'
export { membersOf, type Past, pastOf, timesInUnit } from './units-over-time.ts'
