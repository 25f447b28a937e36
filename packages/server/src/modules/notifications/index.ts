export { forgetNotifications, LONGEST_DETAIL, type Notice, notify } from './notifications.ts'
export { notificationsRoutes } from './routes.ts'
export type * from './tables.ts'
