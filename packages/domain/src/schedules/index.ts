export { type ScheduleInForce, scheduleInForce } from './inherit.ts'
export { horizonOfPlan, outside, shiftsOfSchedule } from './plan.ts'
export {
  daily,
  defaultSchedule,
  faultOfDay,
  faultOfWeek,
  hasShifts,
  normaliseSchedule,
  type Schedule,
  type ScheduleRange,
  type WeekOfRanges,
} from './schedule.ts'
