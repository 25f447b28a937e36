import { locales } from '@millwatch/domain/identity'
import { Type } from 'typebox'
import { Id, Instant, NumberOrNull } from './common.ts'
import { CompanySettingsShape } from './company-settings.ts'
import { Nullable } from './equipment.ts'

/** Schema of a colour, `#rrggbb`. */
const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

/** Schema of a wall-clock time of day, `HH:mm` in steps of five minutes, in the company's time zone. */
export const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][05]$' })

/** Schema of the hours of the day in which the person may get alerts; both null: at all hours. */
export const AlarmConfig = Type.Object({
  alerts_enabled_at: Nullable(TimeOfDay),
  alerts_disabled_at: Nullable(TimeOfDay),
})

/** Schema of the colours of the pages; `system`: dark or light as the computer of the person is set. */
export const Theme = Type.Union([Type.Literal('dark'), Type.Literal('light'), Type.Literal('system')])

/** Schema of the locale in which dates and times are written for the person; null: that of the browser. */
export const DateLocale = Nullable(Type.Enum([...locales]))

/** Schema of the clock that the person reads, 12 or 24 hours; null: that of the locale. */
export const ClockHours = Nullable(Type.Union([Type.Literal(12), Type.Literal(24)]))

/** Schema of the colours that the person chose for shifts; an absent shift has the default colour. */
export const ShiftColors = Type.Object(
  { 1: Type.Optional(Color), 2: Type.Optional(Color), 3: Type.Optional(Color) },
  { additionalProperties: false },
)

/** Schema of a list of weekdays, each once, 0 Sunday to 6 Saturday, in any order. */
export const Weekdays = Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7, uniqueItems: true })

/**
 * Schema of the settings that only the person changes. Admins also see the phone number, and in the audit log all changes.
 * Reports and alert hours belong to the company of the current session; all others are the same in all companies.
 */
export const PersonalSettings = Type.Object({
  /** Phone number as E.164; null: none. */
  phone: Nullable(Type.String()),
  theme: Theme,
  locale: DateLocale,
  clock_hours: ClockHours,
  shiftColors: Nullable(ShiftColors),
  default_company_id: NumberOrNull,
  weekly_report_enabled: Type.Boolean(),
  daily_report_days_enabled: Weekdays,
  report_subject_org_unit_id: NumberOrNull,
  alarm_config: AlarmConfig,
})

/**
 * Schema of an open invitation to another company for a person who has an account. The person becomes a member on accepting it.
 */
export const Invitation = Type.Object({
  id: Id,
  company_name: Type.String(),
  is_admin: Type.Boolean(),
  is_superuser: Type.Boolean(),
  created_at: Instant,
})

/** Schema of the signed-in person with all own data, companies and open invitations. */
export const CurrentUser = Type.Object({
  id: Id,
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  created_at: Instant,
  company_id: Id,
  company_name: Type.String(),
  company_settings: CompanySettingsShape,
  root_org_unit_id: Id,
  is_admin: Type.Boolean(),
  is_superuser: Type.Boolean(),
  ...PersonalSettings.properties,
  must_change_password: Type.Boolean(),
  /** True: the person can only set up a second factor until that is done, because the company requires one. */
  must_set_up_second_factor: Type.Boolean(),
  companies: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  invitations: Type.Array(Invitation),
})
