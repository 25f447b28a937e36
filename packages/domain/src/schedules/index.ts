export {
  carriedUntil,
  copyDay,
  faultOfDraft,
  overMidnight,
  rangeToAdd,
  SCHEDULE_STEP_S,
  toStep,
  withLength,
  withTemplate,
} from './edit.ts'
export { type ScheduleInForce, scheduleInForce } from './inherit.ts'
export { horizonOfPlan, outside, shiftsOfSchedule } from './plan.ts'
export {
  daily,
  defaultSchedule,
  faultOfDay,
  faultOfWeek,
  hasShifts,
  normaliseSchedule,
  type RangeFault,
  type Schedule,
  type ScheduleRange,
  type WeekOfRanges,
} from './schedule.ts'
