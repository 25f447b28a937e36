import { Type } from 'typebox'
import { Id, Instant, NumberOrNull } from './common.ts'
import { Nullable } from './equipment.ts'

/** `#rrggbb` */
const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

/** A time of the day on the walls of the company, `HH:mm` in steps of five minutes. */
export const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][05]$' })

/** When somebody may be alerted; both null: at all hours. */
export const AlarmConfig = Type.Object({
  alerts_enabled_at: Nullable(TimeOfDay),
  alerts_disabled_at: Nullable(TimeOfDay),
})

export const Theme = Type.Union([Type.Literal('dark'), Type.Literal('light')])

/** Colours of the shifts; one that is left out has the product's. */
export const ShiftColors = Type.Object(
  { 1: Type.Optional(Color), 2: Type.Optional(Color), 3: Type.Optional(Color) },
  { additionalProperties: false },
)

/** Weekdays, 0 Sunday to 6. */
export const Weekdays = Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7, uniqueItems: true })

/** What only the person sees and changes. The last four are those for the company one is signed in to. */
export const PersonalSettings = Type.Object({
  /** E.164 */
  phone: Nullable(Type.String()),
  theme: Theme,
  shiftColors: Nullable(ShiftColors),
  default_company_id: NumberOrNull,
  weekly_report_enabled: Type.Boolean(),
  daily_report_days_enabled: Weekdays,
  report_subject_org_unit_id: NumberOrNull,
  alarm_config: AlarmConfig,
})

/** A company that added somebody who was known already, and waits for them to accept. */
export const Invitation = Type.Object({
  id: Id,
  company_name: Type.String(),
  is_admin: Type.Boolean(),
  is_superuser: Type.Boolean(),
  created_at: Instant,
})

/** Who is signed in, with everything that is theirs. */
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
