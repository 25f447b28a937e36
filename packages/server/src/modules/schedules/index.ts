export { schedulesModule } from './calls.ts'
export { changeScheduleOfMachine, changeScheduleOfUnit } from './change-schedule.ts'
export {
  type Placed,
  type ScheduleSources,
  scheduleSources,
  schedulesInForce,
  shiftsOfUnit,
} from './in-force.ts'
export { presentSchedule } from './present.ts'
export { claimPlanning, holdPlanning } from './store.ts'
export type * from './tables.ts'
export { createTemplate } from './templates.ts'
