export { schedulesModule } from './calls.ts'
export { changeScheduleOfMachine, changeScheduleOfUnit } from './change-schedule.ts'
export {
  otherShifts,
  type Placed,
  type ScheduleSources,
  scheduleOfUnit,
  scheduleSources,
  schedulesInForce,
} from './in-force.ts'
export { presentSchedule } from './present.ts'
export { claimPlanning, holdPlanning } from './store.ts'
export type * from './tables.ts'
export { createTemplate } from './templates.ts'
