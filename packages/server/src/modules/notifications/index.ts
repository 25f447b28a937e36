export { notificationsModule } from './calls.ts'
export { forgetNotifications, LONGEST_DETAIL, type Notice, notify } from './notifications.ts'
export type * from './tables.ts'
