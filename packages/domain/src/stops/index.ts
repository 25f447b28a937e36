export { type Annotation, type PlacedAnnotations, placeAnnotations, type Stop, type StopNote } from './annotations.ts'
export { haveSameFigures, type RangeFigures, rangeFiguresOf } from './range-figures.ts'
export {
  type LargestTotals,
  largestTotals,
  type StopCount,
  type StopTotal,
  stopTotals,
  sumStops,
} from './stop-totals.ts'
