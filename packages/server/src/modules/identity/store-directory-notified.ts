import type { AlertHours } from '@millwatch/domain/identity'
import type { DateStyle } from '@millwatch/domain/time'
import { databaseRead, directoryRead, directoryRows } from '../../platform/db/statements.ts'

/** Member of a company as the recipient of notices. */
export interface NotifiedMember extends DateStyle, AlertHours {
  readonly userId: number
  readonly email: string
  /** Phone number as E.164; null: none. */
  readonly phone: string | null
  readonly weeklyReportEnabled: boolean
  /** Weekdays of the daily report by email, 0 Sunday to 6 Saturday; empty: no daily report. */
  readonly dailyReportDays: readonly number[]
}

/** Returns those of the users who are members of the company now, in no order. */
export const notifiedMembers = directoryRows<NotifiedMember, [companyId: number, userIds: readonly number[]]>(
  'directory_members_notified',
  `select user_id as "userId", email, phone, locale, clock_hours as "clockHours",
      alerts_enabled_min as "enabledMin", alerts_disabled_min as "disabledMin",
      weekly_report_enabled as "weeklyReportEnabled", daily_report_days as "dailyReportDays"
    from membership join app_user using (user_id) where company_id = $1 and user_id = any($2::bigint[])`,
)

/** Member who gets reports by email. */
export interface ReportReader {
  readonly userId: number
  readonly weekly: boolean
  /** Weekdays of the daily report, 0 Sunday to 6 Saturday; empty: no daily report. */
  readonly dailyDays: readonly number[]
  /** Unit on which the reports are; null: the whole company. */
  readonly orgUnitId: number | null
}

/** Returns the members of a company who get a weekly or daily report by email, in the order of their ids. */
export const reportReaders = directoryRows<ReportReader, [companyId: number]>(
  'directory_report_readers',
  `select user_id as "userId", weekly_report_enabled as weekly, daily_report_days as "dailyDays", report_org_unit_id as "orgUnitId"
    from membership where company_id = $1 and (weekly_report_enabled or cardinality(daily_report_days) > 0) order by user_id`,
)

/** Returns the ids of the companies with members who get reports by email, ascending; suspended companies are left out. */
export const companiesWithReportReaders = databaseRead<{ companyId: number }, number[]>(
  'directory_companies_with_report_readers',
  `select company_id as "companyId" from company where suspended_at is null and exists (
    select from membership where membership.company_id = company.company_id
      and (weekly_report_enabled or cardinality(daily_report_days) > 0)) order by 1`,
  (rows) => rows.map(({ companyId }) => companyId),
)

/** Returns the unit that a member has chosen for reports by email; null: the whole company, or the user is no member. */
export const ownReportUnit = directoryRead<
  { orgUnitId: number | null },
  number | null,
  [companyId: number, userId: number]
>(
  'directory_own_report_unit',
  'select report_org_unit_id as "orgUnitId" from membership where company_id = $1 and user_id = $2',
  ([row]) => row?.orgUnitId ?? null,
)
