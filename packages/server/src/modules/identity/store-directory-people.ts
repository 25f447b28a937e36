import type { CompanySettings } from '@millwatch/domain/company'
import type { Locale, Role } from '@millwatch/domain/identity'
import { numberArray } from '../../platform/db/arrays.ts'
import { directoryRow } from '../../platform/db/statements.ts'
import { Conflict } from '../../platform/errors.ts'
import type { Tx } from '../../platform/tx.ts'
import { settingColumns } from './store-directory-company-settings.ts'
import { mustSetUp } from './store-directory-second-factor.ts'

/** Settings of a person that are the same in every company. */
export interface Person {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Phone number as E.164; null: none. */
  readonly phone: string | null
  readonly theme: 'dark' | 'light' | 'system'
  /** Colours by shift number, as `#rrggbb`; null: the default colours. */
  readonly shiftColors: Readonly<Record<string, string>> | null
  /** Locale of dates and times; null: that of the browser. */
  readonly locale: Locale | null
  /** Hours of the clock; null: those of the locale. */
  readonly clockHours: 12 | 24 | null
  readonly defaultCompanyId: number | null
}

/** Settings of a member in one company: reports by email, and the hours in which alerts may be sent. */
export interface MemberSettings {
  readonly weeklyReportEnabled: boolean
  /** Weekdays of the daily report, 0 Sunday to 6 Saturday; empty: no daily report. */
  readonly dailyReportDays: readonly number[]
  readonly reportOrgUnitId: number | null
  /**
   * Start of the hours in which alerts may be sent, in minutes after midnight; null: at all hours. `alertsDisabledMin` is their
   * end.
   */
  readonly alertsEnabledMin: number | null
  readonly alertsDisabledMin: number | null
}

export interface OwnMembership extends Person, MemberSettings, CompanySettings {
  readonly userId: number
  readonly companyId: number
  readonly companyName: string
  readonly rootOrgUnitId: number
  readonly role: Role
  readonly mustChangePassword: boolean
  /** True: the company requires a second factor of this person, who has none. */
  readonly mustSetUpFactor: boolean
  /** Time (epoch ms) at which the person became a member, or was invited if an invitation was accepted. */
  readonly createdAt: number
}

/**
 * Returns a person as a member of one company, with all settings of person, membership and company; undefined if the person is
 * not a member.
 */
export const ownMembership = directoryRow<OwnMembership, [companyId: number, userId: number]>(
  'directory_own_membership',
  `select user_id as "userId", email, first_name as "firstName", last_name as "lastName", phone, theme,
      shift_colors as "shiftColors", locale, clock_hours as "clockHours", default_company_id as "defaultCompanyId", must_change_password as "mustChangePassword",
      company_id as "companyId", company.name as "companyName", root_org_unit_id as "rootOrgUnitId", role, ${settingColumns},
      ${mustSetUp('company', 'membership')} as "mustSetUpFactor",
      membership.created_at as "createdAt", weekly_report_enabled as "weeklyReportEnabled",
      daily_report_days as "dailyReportDays", report_org_unit_id as "reportOrgUnitId",
      alerts_enabled_min as "alertsEnabledMin", alerts_disabled_min as "alertsDisabledMin"
    from membership join app_user using (user_id) join company using (company_id)
    where company_id = $1 and user_id = $2`,
)

const holdMembership = {
  name: 'directory_membership_hold',
  text: 'select from membership where company_id = $1 and user_id = $2 for update',
}
const holdPerson = { name: 'directory_person_hold', text: 'select from app_user where user_id = $1 for update' }

/**
 * Locks a person and their membership of one company until the transaction ends, and returns them with all settings; undefined if
 * the person is not a member.
 */
export async function holdOwnMembership(tx: Tx, companyId: number, userId: number): Promise<OwnMembership | undefined> {
  await tx.prepared(holdMembership, [companyId, userId])
  await tx.prepared(holdPerson, [userId])
  return ownMembership(tx, companyId, userId)
}

const changePerson = {
  name: 'directory_person_change',
  text: `update app_user set email = $2, first_name = $3, last_name = $4, phone = $5, theme = $6, shift_colors = $7,
    default_company_id = $8, locale = $9, clock_hours = $10, email_proven_at = case when email = $2 then email_proven_at end where user_id = $1`,
}

/**
 * Replaces the settings of a person that are the same in every company. A changed e-mail address is not proven any more. Throws
 * `email_not_usable` if the address belongs to another person.
 */
export async function updatePerson(tx: Tx, userId: number, person: Person): Promise<void> {
  const { email, firstName, lastName, phone, theme, shiftColors, defaultCompanyId, locale, clockHours } = person
  const colors = shiftColors === null ? null : JSON.stringify(shiftColors)
  try {
    const values = [email, firstName, lastName, phone, theme, colors, defaultCompanyId, locale, clockHours]
    await tx.prepared(changePerson, [userId, ...values])
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') throw new Conflict('email_not_usable')
    throw error
  }
}

const changeSettings = {
  name: 'directory_membership_change_settings',
  text: `update membership set weekly_report_enabled = $3, daily_report_days = $4::smallint[], report_org_unit_id = $5,
    alerts_enabled_min = $6, alerts_disabled_min = $7 where company_id = $1 and user_id = $2`,
}

export async function updateMemberSettings(
  tx: Tx,
  companyId: number,
  userId: number,
  settings: MemberSettings,
): Promise<void> {
  const { weeklyReportEnabled, dailyReportDays, reportOrgUnitId, alertsEnabledMin, alertsDisabledMin } = settings
  const days = numberArray(dailyReportDays)
  const values = [weeklyReportEnabled, days, reportOrgUnitId, alertsEnabledMin, alertsDisabledMin]
  await tx.prepared(changeSettings, [companyId, userId, ...values])
}
