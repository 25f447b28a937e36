import type { AlertHours } from '@millwatch/domain/identity'
import type { DateStyle } from '@millwatch/domain/time'
import { directoryRows } from '../../platform/db/statements.ts'

/** Member of a company as the recipient of notices. */
export interface NotifiedMember extends DateStyle, AlertHours {
  readonly userId: number
  readonly email: string
  /** Phone number as E.164; null: none. */
  readonly phone: string | null
}

/** Returns those of the users who are members of the company now, in no order. */
export const notifiedMembers = directoryRows<NotifiedMember, [companyId: number, userIds: readonly number[]]>(
  'directory_members_notified',
  `select user_id as "userId", email, phone, locale, clock_hours as "clockHours",
      alerts_enabled_min as "enabledMin", alerts_disabled_min as "disabledMin"
    from membership join app_user using (user_id) where company_id = $1 and user_id = any($2::bigint[])`,
)
