import { locales } from '@millwatch/domain/identity'
import { Type } from 'typebox'
import { Id, Instant, NumberOrNull } from './common.ts'
import { CompanySettingsShape } from './company-settings.ts'
import { Nullable } from './equipment.ts'

/** `#rrggbb` */
const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

/** Wall-clock time of day, `HH:mm` in steps of five minutes, in the company's time zone. */
export const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][05]$' })

/** Hours of the day in which the person may get alerts; both null: at all hours. */
export const AlarmConfig = Type.Object({
  alerts_enabled_at: Nullable(TimeOfDay),
  alerts_disabled_at: Nullable(TimeOfDay),
})

/** Colours of the pages; `system`: dark or light as the computer of the person is set. */
export const Theme = Type.Union([Type.Literal('dark'), Type.Literal('light'), Type.Literal('system')])

/** Locale in which dates and times are written for the person; null: that of the browser. */
export const DateLocale = Nullable(Type.Enum([...locales]))

/** Clock that the person reads, 12 or 24 hours; null: that of the locale. */
export const ClockHours = Nullable(Type.Union([Type.Literal(12), Type.Literal(24)]))

/** Colours that the person chose for shifts; a shift that is absent has the default colour. */
export const ShiftColors = Type.Object(
  { 1: Type.Optional(Color), 2: Type.Optional(Color), 3: Type.Optional(Color) },
  { additionalProperties: false },
)

/** Weekdays, each once, 0 Sunday to 6 Saturday, in any order. */
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

/** Open invitation of a person who has an account to another company; they become a member when they accept it. */
export const Invitation = Type.Object({
  id: Id,
  company_name: Type.String(),
  is_admin: Type.Boolean(),
  is_superuser: Type.Boolean(),
  created_at: Instant,
})

/** The signed-in person with all their own data, companies and open invitations. */
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
  /** True: nothing else can be done until a second factor is set up, as the company requires one. */
  must_set_up_second_factor: Type.Boolean(),
  companies: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  invitations: Type.Array(Invitation),
})
