export {
  cyclesFor,
  isIndefinite,
  isUpdated,
  leastPartQty,
  madeIfScrapExceeds,
  missingToStart,
  partsIfRounded,
  type RunEntry,
} from './entry.ts'
export { type MadeRun, partsPerHour, usualPartsPerHour } from './part-rate.ts'
export { progressOf, type RunProgress } from './progress.ts'
export { isBelowQuantity, isEndedIn, type RunResult, type RunSums, sumOfRuns } from './report.ts'
export { type Completion, type CountedRun, type CyclesAt, completionOf, countedRun } from './run-end.ts'
export { isOfRun, partsDesired, partsOf, type RunSpan, runAt } from './runs.ts'
export { partsShare } from './share.ts'
export { type AskedTerms, type RunTerms, termsOf } from './terms.ts'
