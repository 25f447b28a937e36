import type { Ctx } from '../../platform/ctx.ts'
import type { PersonChannel } from './content.ts'
import { deleteRefusals } from './store-refusals.ts'

export { noticesModule } from './calls.ts'
export type { SubscriptionOfNotice } from './check.ts'
export type { AlarmContent, NewNotice, NoticeRecipient, PersonChannel } from './content.ts'
export { closeNotices, enqueueNotices, reopenNotices } from './enqueue.ts'
export { forgetNotices } from './forget.ts'
export type { ReportContent } from './report-content.ts'
export { reportMail } from './report-mail.ts'
export { startNotices } from './start.ts'
export { databaseTime, noticedTopics } from './store.ts'
export { noticesOfAlarm } from './store-log.ts'
export type * from './tables.ts'
export { unsubscribeToken } from './token.ts'

/** Lets an alarm notify people again who stopped it by the link of a mail: they subscribed again. */
export const allowNotices = (
  ctx: Ctx,
  alarmId: number,
  userIds: readonly number[],
  channels: readonly PersonChannel[],
): Promise<void> => deleteRefusals(ctx, alarmId, userIds, channels)
