import { companyRows, companyRun } from '../../platform/db/statements.ts'
import type { PersonChannel } from './content.ts'

export interface Refusal {
  readonly userId: number
  readonly kind: 'alarm' | 'run'
  readonly subjectId: number
  readonly channel: PersonChannel
}

/** Returns the refusals with which these users stopped notices by the link of a mail. */
export const refusalsOf = companyRows<Refusal, [userIds: readonly number[]]>(
  'notices.refusals',
  `select user_id as "userId", kind, subject_id as "subjectId", channel from notice_refusal
    where company_id = $1 and user_id = any($2::bigint[])`,
)

/** Stores that a user stopped the notices of these alarms over a channel. Refusals that exist already keep their time. */
export const insertRefusals = companyRun<
  [userId: number, alarmIds: readonly number[], channel: PersonChannel, now: number]
>(
  'notices.refuse',
  `insert into notice_refusal (company_id, user_id, kind, subject_id, channel, created_at)
    select $1, $2, 'alarm', alarm_id, $4, $5 from unnest($3::bigint[]) as alarm_id on conflict do nothing`,
)

/** Deletes the refusals of these users for notices of an alarm over these channels. */
export const deleteRefusals = companyRun<
  [alarmId: number, userIds: readonly number[], channels: readonly PersonChannel[]]
>(
  'notices.unrefuse',
  `delete from notice_refusal
    where company_id = $1 and kind = 'alarm' and subject_id = $2 and user_id = any($3::bigint[]) and channel = any($4::text[])`,
)
