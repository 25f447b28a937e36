import { locales } from '@millwatch/domain/identity'
import { Type } from 'typebox'
import { Id, Instant, NumberOrNull } from './common.ts'
import { Nullable } from './equipment.ts'

/** `#rrggbb` */
const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

/** Wall-clock time of day of the company, `HH:mm` in steps of five minutes. */
export const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][05]$' })

/** Hours in which the person may be alerted; both null: at all hours. */
export const AlarmConfig = Type.Object({
  alerts_enabled_at: Nullable(TimeOfDay),
  alerts_disabled_at: Nullable(TimeOfDay),
})

export const Theme = Type.Union([Type.Literal('dark'), Type.Literal('light')])

/** Locale in which dates and times are written; null: that of the browser. */
export const DateLocale = Nullable(Type.Enum([...locales]))

/** Hours of the clock, 12 or 24; null: those of the locale. */
export const ClockHours = Nullable(Type.Union([Type.Literal(12), Type.Literal(24)]))

/** Colours of the shifts; an absent one has the default of the product. */
export const ShiftColors = Type.Object(
  { 1: Type.Optional(Color), 2: Type.Optional(Color), 3: Type.Optional(Color) },
  { additionalProperties: false },
)

/** List of weekdays without duplicates, 0 Sunday to 6 Saturday. */
export const Weekdays = Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7, uniqueItems: true })

/**
 * Settings that only the person sees and changes. Phone, theme, shift colours and default company are the same in all
 * companies; reports and alert hours belong to the company of the current session.
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

/** Invitation to a company: it added a person who already had an account, and waits for them to accept. */
export const Invitation = Type.Object({
  id: Id,
  company_name: Type.String(),
  is_admin: Type.Boolean(),
  is_superuser: Type.Boolean(),
  created_at: Instant,
})

/** The signed-in person, with all their own data. */
export const CurrentUser = Type.Object({
  id: Id,
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  created_at: Instant,
  company_id: Id,
  company_name: Type.String(),
  root_org_unit_id: Id,
  is_admin: Type.Boolean(),
  is_superuser: Type.Boolean(),
  ...PersonalSettings.properties,
  must_change_password: Type.Boolean(),
  companies: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  invitations: Type.Array(Invitation),
})
