export { alarmsModule } from './calls.ts'
export { markAlarmsSeen } from './own-alarms.ts'
export { alarmsSubscriber } from './subscribe.ts'
export type * from './tables.ts'
