import type { Ctx } from '../../platform/ctx.ts'
import type { PersonChannel } from './content.ts'
import { deleteRefusals } from './store-refusals.ts'

export { noticesModule } from './calls.ts'
export type { SubscriptionOfNotice } from './check.ts'
export type { AlarmContent, NewNotice, NoticeRecipient, PersonChannel } from './content.ts'
export { closeNotices, closeRepeats, enqueueNotices, reopenNotices } from './enqueue.ts'
export { forgetNotices } from './forget.ts'
export type { ReportContent } from './report-content.ts'
export { reportMail } from './report-mail.ts'
export { startNotices } from './start.ts'
export { databaseTime, noticedTopics } from './store.ts'
export { noticesOfAlarm } from './store-log.ts'
export type * from './tables.ts'
export { unsubscribeToken } from './token.ts'

/**
 * Deletes the refusals with which these users stopped an alarm by the link of a mail, so that they get its notices over these
 * channels again.
 */
export const allowNotices = (
  ctx: Ctx,
  alarmId: number,
  userIds: readonly number[],
  channels: readonly PersonChannel[],
): Promise<void> => deleteRefusals(ctx, alarmId, userIds, channels)
