import type { Locale, Role } from '@millwatch/domain/identity'
import type { ColumnType, Generated } from 'kysely'
import type { Id, Jsonb, Ms } from '../../platform/columns.ts'

type ChosenTheme = 'dark' | 'light' | 'system'

export interface CompanyTable {
  company_id: Generated<Id>
  name: string
  root_org_unit_id: Id | null
  created_at: Ms
  retention_days: Generated<number | null>
  unplaced_horizon_at: Ms | null
  street_address: string | null
  zip_code: string | null
  poc_phone_number: string | null
  poc_email: string | null
  first_weekday: Generated<0 | 1>
  measure_units: Generated<'metric' | 'us'>
  currency: string | null
  flags: ColumnType<Record<string, unknown>, string | undefined, string>
  suspended_at: Ms | null
  delete_due_at: Ms | null
  second_factor_required: Generated<boolean>
}

export interface AppUserTable {
  user_id: Generated<Id>
  email: string
  first_name: string
  last_name: string
  password_hash: string
  must_change_password: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Ms
  phone: string | null
  theme: ColumnType<ChosenTheme, ChosenTheme | undefined, ChosenTheme>
  shift_colors: Jsonb<Record<string, string>> | null
  locale: Locale | null
  clock_hours: 12 | 24 | null
  default_company_id: Id | null
  email_proven_at: Ms | null
  password_changed_at: Ms | null
}

export interface MembershipTable {
  company_id: Id
  user_id: Id
  role: Role
  created_at: Ms
  weekly_report_enabled: ColumnType<boolean, boolean | undefined, boolean>
  daily_report_days: ColumnType<number[], number[] | undefined, number[]>
  report_org_unit_id: Id | null
  alerts_enabled_min: number | null
  alerts_disabled_min: number | null
}

export interface SessionTable {
  token_hash: Buffer
  session_id: Generated<Id>
  /** User of the session; null: it is a session of a kiosk display. */
  user_id: Id | null
  company_id: Id
  created_at: Ms
  last_used_at: Ms
  expires_at: Ms
  ended_at: Ms | null
  kiosk_id: Id | null
  ip: string | null
  user_agent: string | null
}

export interface OneTimeCodeTable {
  code_hash: Buffer
  kind: 'reset' | 'handoff' | 'claim' | 'invite'
  company_id: Id | null
  user_id: Id | null
  kiosk_id: Id | null
  equipment_id: Id | null
  session_id: Id | null
  created_by: Id | null
  created_at: Ms
  expires_at: Ms
  used_at: Ms | null
}

export interface AttemptTable {
  key: Buffer
  window_at: Ms
  count: number
}

export interface InvitationTable {
  invitation_id: Id
  company_id: Id
  user_id: Id
  first_name: string
  last_name: string
  role: Role
  created_at: Ms
  mailed_at: ColumnType<Ms | null, Ms | null | undefined, Ms | null>
}

export interface SecondFactorTable {
  user_id: Id
  /** Secret of the app, encrypted. */
  secret: Buffer
  created_at: Ms
  confirmed_at: Ms | null
  last_step: Generated<number>
}

export interface RecoveryCodeTable {
  user_id: Id
  code_hash: Buffer
  used_at: Ms | null
}

export interface PasskeyTable {
  passkey_id: Generated<Id>
  user_id: Id
  name: string
  credential_id: Buffer
  public_key: Buffer
  user_handle: Buffer
  rp_id: string
  counter: number
  is_synced: boolean
  transports: string[]
  created_at: Ms
  last_used_at: Ms | null
}

export interface UsedChallengeTable {
  challenge_hash: Buffer
  expires_at: Ms
}

declare module '../../platform/tables.ts' {
  interface Tables {
    company: CompanyTable
    app_user: AppUserTable
    membership: MembershipTable
    session: SessionTable
    invitation: InvitationTable
    one_time_code: OneTimeCodeTable
    attempt: AttemptTable
    second_factor: SecondFactorTable
    recovery_code: RecoveryCodeTable
    passkey: PasskeyTable
    used_challenge: UsedChallengeTable
  }
}
