export {
  type AccountEntry,
  accountOf,
  type CountsAs,
  countsAs,
  isEffectiveRun,
  isScheduled,
  sumAccount,
} from './account.ts'
export {
  addInterval,
  type ClassifiedInterval,
  classifiedIntervals,
  countedShifts,
  type Excess,
  excessOf,
  isExcessive,
  type MachineTime,
  OUTSIDE,
  shiftAt,
} from './classified-intervals.ts'
export { figuresUnder, type Switches, sumFigures } from './effective-run.ts'
export {
  averageCycleMs,
  averageReading,
  dataPct,
  type Figures,
  missedRevenue,
  noFigures,
  steady,
  type Tally,
} from './figures.ts'
export { type EventSums, isKept, type RollupRow, rowsBetween } from './rollup-rows.ts'
export {
  addSums,
  FACTS_LENGTH,
  noSums,
  type Prices,
  SUM,
  SUMS_LENGTH,
  type Sums,
  scheduledMsIn,
  type TimeClass,
  timeClass,
  weigh,
} from './sums.ts'
export { type TimeInUnit, timeInUnit } from './time-in-unit.ts'
export { trendLine } from './trend.ts'
export { isUnderTarget, isUnderUtilized, UNDER_UTILIZED_PCT } from './under-utilized.ts'
export { formatPct, roundedPct, utilPct } from './utilization.ts'
