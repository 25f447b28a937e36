export { addressNames, fromAddress, toAddress, unreadNames } from './address.ts'
export { endOfPick, pickedPeriod, pickOf, startOfPick } from './dates.ts'
export { periodWords, shiftWords } from './labels.ts'
export {
  type NamedShift,
  type ShiftsAround,
  shiftsBySchedule,
  shiftsOfScheduleAt,
  shiftsSinceRead,
} from './named-shift.ts'
export { offeredLengths, type PeriodUnit, type RelativePeriod } from './period.ts'
export { isLive, periodOf, type Reading, zoneOf } from './range.ts'
export {
  absolute,
  type ChartType,
  DEFAULT_SCOPE,
  isSamePeriod,
  isStdDevs,
  type Period,
  relative,
  type Scope,
  type ShiftChoice,
  type StdDevs,
  scopeFrom,
  stdDevChoices,
} from './scope.ts'
export { canPanRight, choose, pan, resetZoom, snap, zoomIn, zoomOut, zoomTo } from './zoom.ts'
