import { handWritten, type Module } from '../../platform/calls/calls.ts'
import { mailRoutes } from './mail-routes.ts'
import { runSubscriber } from './subscribe.ts'

export type { SubscriptionOfNotice } from './check.ts'
export type { AlarmContent, NewNotice, NoticeRecipient, PersonChannel } from './content.ts'
export { closeNotices, enqueueNotices } from './enqueue.ts'
export { startNotices } from './start.ts'
export type * from './tables.ts'

export const noticesModule: Module = { calls: [handWritten(mailRoutes)], subscribers: () => [runSubscriber] }
