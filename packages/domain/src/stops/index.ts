export {
  type Annotation,
  type PlacedAnnotations,
  placeAnnotations,
  placeOnStops,
  type Stop,
  type StopNote,
} from './annotations.ts'
export { type LikelyReason, likelyReason, recentReasons } from './given-reasons.ts'
export {
  NO_GROUP,
  type Pareto,
  type ParetoBar,
  type ParetoMeasure,
  type ParetoStop,
  type ParetoSubject,
  paretoKeys,
  paretoOf,
} from './pareto.ts'
export { haveSameFigures, type RangeFigures, rangeFiguresOf } from './range-figures.ts'
export { type Failure, mtbfMs, mttrMs, type Reliability, reliabilityOf } from './reliability.ts'
export { severity, severityLength } from './severity.ts'
export {
  type LargestTotals,
  largestTotals,
  type StopCount,
  type StopTotal,
  stopTotals,
  sumStops,
} from './stop-totals.ts'
export { type StopIn, stopsIn } from './stops-in.ts'
