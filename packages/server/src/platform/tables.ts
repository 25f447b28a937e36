import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Columns of every table, as the driver gives them: instants are epoch milliseconds (number), ids are numbers. */

type Id = number
type Ms = number
type Jsonb<T extends object | null> = JSONColumnType<T>

export interface CompanyTable {
  company_id: Generated<Id>
  name: string
  root_org_unit_id: Id | null
  created_at: Ms
  retention_days: Generated<number | null>
  street_address: string | null
  zip_code: string | null
  poc_phone_number: string | null
  poc_email: string | null
  flags: ColumnType<Record<string, unknown>, string | undefined, string>
  suspended_at: Ms | null
  delete_due_at: Ms | null
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
  theme: ColumnType<'dark' | 'light', 'dark' | 'light' | undefined, 'dark' | 'light'>
  shift_colors: Jsonb<Record<string, string>> | null
  default_company_id: Id | null
  email_proven_at: Ms | null
  password_changed_at: Ms | null
}
export type Role = 'user' | 'admin' | 'superuser'
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
export interface InvitationTable {
  invitation_id: Id
  company_id: Id
  user_id: Id
  first_name: string
  last_name: string
  role: Role
  created_at: Ms
}
export interface KioskTable {
  kiosk_id: Generated<Id>
  company_id: Id
  name: string
  page: 'operator' | 'machine' | 'unit' | 'wall'
  equipment_id: Id | null
  org_unit_id: Id | null
  may_give_reasons: boolean
  may_count_scrap: boolean
  created_by: Id | null
  created_at: Ms
  revoked_at: Ms | null
}
export interface SessionTable {
  token_hash: Buffer
  session_id: Generated<Id>
  /** null: of a kiosk. */
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
  kind: 'reset' | 'handoff' | 'claim'
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
export interface ApiKeyTable {
  api_key_id: Generated<Id>
  company_id: Id
  key_hash: Buffer
  name: string
  /** null: whatever only reads and is open to regular users. */
  operations: string[] | null
  created_by: Id | null
  created_at: Ms
  expires_at: Ms
  revoked_at: Ms | null
  last_used_at: Ms | null
}
export interface MailTable {
  mail_id: Generated<Id>
  company_id: Id | null
  idempotency_key: string
  recipient: string
  subject: string
  body: string | null
  created_at: Ms
  due_at: Ms
  attempts: ColumnType<number, number | undefined, number>
  sent_at: Ms | null
  failed_at: Ms | null
  last_error: string | null
}
export interface DeviceDirectoryTable {
  device_uuid: string
  company_id: Id
  device_id: Id
  key_hash: Buffer
  active: boolean
  previous_key_hash: Buffer | null
  previous_key_until: Ms | null
}
export interface RosterTable {
  company_id: Id
  roster_id: Generated<Id>
  name: string
  created_at: Ms
}
export interface RosterUserTable {
  company_id: Id
  roster_user_id: Generated<Id>
  roster_id: Id
  user_id: Id
  send_email: boolean
  send_sms: boolean
  created_at: Ms
}
export interface CompanyLogoTable {
  company_id: Id
  media_type: 'image/png' | 'image/webp'
  content: Buffer
  content_hash: string
  updated_at: Ms
}
export interface AddinTable {
  company_id: Id
  addin_id: Generated<Id>
  name: string
  icon_url: string | null
  index_url: string
  equipment_enabled: boolean
  org_unit_enabled: boolean
  created_at: Ms
}
export interface ClientErrorTable {
  company_id: Id
  client_error_id: Generated<Id>
  occurred_at: Ms
  user_id: Id | null
  version: string
  route: string
  message: string
  stack: string | null
  browser: string | null
}
export interface NotificationTable {
  company_id: Id
  notification_id: Generated<Id>
  title: string
  detail: string
  created_at: Ms
  available_at: Ms
}
export interface NotificationAckTable {
  company_id: Id
  notification_id: Id
  user_id: Id
  acked_at: Ms
}
export interface InstallationTable {
  name: string
  value: Jsonb<object>
}
export interface OrgUnitTable {
  company_id: Id
  org_unit_id: Generated<Id>
  parent_id: Id | null
  org_unit_type_id: number
  name: string
  timezone: string | null
  active: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Ms
  removed_at: Ms | null
}
export interface EquipmentTable {
  company_id: Id
  equipment_id: Generated<Id>
  parent_org_unit_id: Id
  name: string
  active: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Ms
  removed_at: Ms | null
  category_id: Id | null
  manufacturer_id: Id | null
  model_id: Id | null
}
export interface AuditEntryTable {
  company_id: Id
  audit_entry_id: Generated<Id>
  occurred_at: Ms
  user_id: Id | null
  session_id: Id | null
  ip: string | null
  operation: string
  subject: string
  before: Jsonb<object | null> | null
  after: Jsonb<object | null> | null
  actor: ColumnType<string, 'user' | 'kiosk' | 'api_key' | 'device' | 'system' | undefined, string>
  actor_id: ColumnType<number | null, number | null | undefined, number | null>
}
export interface DeviceTable {
  company_id: Id
  device_id: Generated<Id>
  device_uuid: string
  device_type_id: number
  active: boolean
  created_at: Ms
  poll_interval_s: number | null
  removed_at: Ms | null
}
export interface DeviceAssignmentTable {
  company_id: Id
  device_assignment_id: Generated<Id>
  device_id: Id
  equipment_id: Id
  is_primary: boolean
  valid_from: Ms
  valid_to: Ms | null
}
export interface DeviceTallyTable {
  company_id: Id
  device_id: Id
  received: Generated<number>
  accepted: Generated<number>
  duplicates: Generated<number>
  quarantined: Generated<number>
  last_contact_at: Ms | null
  clock_skewed_at: Ms | null
  latest_ip: string | null
  firmware: string | null
  refused_reason: string | null
  refused_at: Ms | null
  clock_skew_ms: number | null
  clock_skew_measured_at: Ms | null
  first_contact_at: Ms | null
}
export interface BatchTable {
  company_id: Id
  device_id: Id
  batch_id: string
  content_hash: Buffer
  event_count: number
  received_at: Ms
  sent_at: Ms | null
}
export interface EventTable {
  company_id: Id
  equipment_id: Id
  occurred_at: Ms
  event_no: Generated<number>
  device_id: Id
  batch_id: string
  position: number
  kind: number
  is_primary: boolean
  received_at: Ms
  cycle_ms: number | null
  number: number | null
  temperature_1: number | null
  analog_in_1: number | null
  since: Ms | null
  input: string | null
  marks: Generated<number>
  derived_ms: number | null
}
export interface QuarantineTable {
  company_id: Id
  quarantine_id: Generated<Id>
  device_id: Id
  batch_id: string | null
  position: number | null
  reason: string
  raw: string
  received_at: Ms
  occurred_at: Ms | null
  release_at: Ms | null
  released_at: Ms | null
}
export interface MachineStateTable {
  company_id: Id
  equipment_id: Id
  version: number
  state: string
  head_at: Ms | null
  head_batch_id: string | null
  head_position: number | null
  began_at: Ms | null
  latest: string
  pending_from: Ms | null
  retell_from: Ms | null
  since_checkpoint: number
  due_at: Ms | null
  horizon_at: Ms | null
  run_cycles: Generated<number>
  retell_cause: 'changed_setting' | 'changed_device' | 'rebuild' | null
  retell_by: Id | null
}
export interface CheckpointTable {
  company_id: Id
  equipment_id: Id
  at: Ms
  batch_id: string
  position: number
  state: string
  marking: string | null
}
export interface StatusIntervalTable {
  company_id: Id
  status_interval_id: Generated<Id>
  equipment_id: Id
  status_id: number
  started_at: Ms
  ended_at: Ms | null
}

export interface CategoryTable {
  company_id: Id
  category_id: Generated<Id>
  name: string
  created_at: Ms
}
export interface ManufacturerTable {
  company_id: Id
  manufacturer_id: Generated<Id>
  name: string
  created_at: Ms
}
export interface ModelTable {
  company_id: Id
  model_id: Generated<Id>
  manufacturer_id: Id | null
  number: string
  created_at: Ms
}
export interface EquipmentSettingTable {
  company_id: Id
  equipment_id: Id
  valid_from: Ms
  parent_org_unit_id: Id
  active: boolean
  util_excluded: Generated<boolean>
  util_capped_by_schedule: Generated<boolean>
  util_incl_lt_xsf_dt: Generated<boolean>
  excessive_downtime_enabled: Generated<boolean>
  excessive_downtime_threshold_ms: Generated<number>
  maximum_cycle_ms: Generated<number | null>
  hourly_revenue: number | null
  hourly_parts: number | null
  source: 'inputs' | 'cycles' | 'status' | null
}
export interface DeviceSettingTable {
  company_id: Id
  device_id: Id
  valid_from: Ms
  input_setup: Jsonb<object | null> | null
  analog_unit: string | null
  analog_scale: Generated<number>
  analog_offset: Generated<number>
}
export interface CommunicationGapTable {
  company_id: Id
  device_id: Id
  started_at: Ms
  ended_at: Ms
}
export interface FirmwareTable {
  version: string
  supports_polling: boolean
  supports_flashing_filters: boolean
  supports_device_outputs: boolean
}
export interface StatusReasonTable {
  company_id: Id
  status_reason_id: Generated<Id>
  name: string
  active: Generated<boolean>
  favorite: Generated<boolean>
  org_unit_ids: Generated<number[]>
  created_at: Ms
}
export interface StopAnnotationTable {
  company_id: Id
  stop_annotation_id: Generated<Id>
  equipment_id: Id
  started_at: Ms
  ended_at: Ms
  status_reason_id: Id | null
  notes: string | null
  ignored: Generated<boolean>
  written_at: Ms
  written_by: number | null
}
export interface RestatementTable {
  company_id: Id
  restatement_id: Generated<Id>
  equipment_id: Id
  restated_at: Ms
  started_at: Ms
  ended_at: Ms
  cause: 'late_data' | 'edited_shift' | 'changed_setting' | 'changed_device' | 'rebuild'
  before: Jsonb<object>
  after: Jsonb<object>
  user_id: Id | null
}
export interface ScheduleTable {
  company_id: Id
  schedule_id: Generated<Id>
  org_unit_id: Id | null
  equipment_id: Id | null
  ranges: Jsonb<object>
  changed_at: Ms
}
export interface ScheduleTemplateTable {
  company_id: Id
  schedule_template_id: Generated<Id>
  name: string
  type: 'daily' | 'weekly'
  ranges: Jsonb<object>
  created_at: Ms
}
export interface ShiftHistoryTable {
  company_id: Id
  shift_history_id: Generated<Id>
  equipment_id: Id
  shift: number
  started_at: Ms
  ended_at: Ms
  zone: string
  edited: Generated<boolean>
}
export interface ShiftVoidTable {
  company_id: Id
  shift_void_id: Generated<Id>
  equipment_id: Id
  started_at: Ms
  ended_at: Ms
}
export interface ShiftPlanTable {
  company_id: Id
  equipment_id: Id
  scheduled_from: Ms
  written_to: Ms
  due_at: Ms
}
export interface JobTable {
  company_id: Id
  job_id: Generated<Id>
  kind: string
  args: Jsonb<object>
  state: 'queued' | 'running' | 'finished' | 'failed'
  error: string | null
  result: Jsonb<object | null> | null
  user_id: Id | null
  session_id: Id | null
  ip: string | null
  api_key_id: ColumnType<number | null, number | null | undefined, number | null>
  created_at: Ms
  started_at: Ms | null
  finished_at: Ms | null
}
export interface ShiftLockTable {
  company_id: Id
  equipment_id: Id
  job_id: Id
  locked_at: Ms
}
export interface OutboxTable {
  company_id: Id
  outbox_id: Generated<Id>
  kind: string
  idempotency_key: string
  payload: Jsonb<object>
  created_at: Ms
  sent_at: Ms | null
}
export interface VerificationTable {
  company_id: Id
  verification_id: Generated<Id>
  started_at: Ms
  finished_at: Ms
  is_clean: boolean
  report: Jsonb<object>
}
export interface TagGroupTable {
  company_id: Id
  tag_group_id: Generated<Id>
  name: string
}
export interface TagTable {
  company_id: Id
  tag_id: Generated<Id>
  name: string
  tag_group_id: Id | null
  active: Generated<boolean>
  org_unit_ids: Generated<number[]>
  equipment_ids: Generated<number[]>
  created_at: Ms
  updated_at: Ms
}
export interface RunTable {
  company_id: Id
  run_id: Generated<Id>
  equipment_id: Id
  started_at: Ms
  ended_at: Ms | null
  cycles_total: number | null
  parts_per_cycle: number | null
  allow_overrun: boolean
  scrap_qty: Generated<number>
  notify_roster_ids: Generated<number[]>
  ended_by_count: Generated<boolean>
  cycles: number | null
  settled_cycles: Generated<number>
  settled_to: Generated<Ms>
  created_at: Ms
  updated_at: Ms
}
export interface RunTagTable {
  company_id: Id
  run_id: Id
  tag_id: Id
}
export interface RollupQuarterTable {
  company_id: Id
  equipment_id: Id
  bucket_at: Ms
  running_ms: number
  down_short_ms: number
  down_excessive_ms: number
  offline_ms: number
  powered_off_ms: number
  shift_date: number
  shift: number
  cycle_ms_sum: number | null
  startup_ms_sum: number | null
  outlier_ms_sum: number | null
  parts: number | null
  temperature_sum: number | null
  analog_sum: number | null
  cycles: number | null
  cycle_ms_count: number | null
  startup_count: number | null
  outlier_count: number | null
  temperature_count: number | null
  analog_count: number | null
}
export interface RollupDayTable {
  company_id: Id
  equipment_id: Id
  day_from: Ms
  day_to: Ms
  running_in_ms: number
  down_short_in_ms: number
  down_excessive_in_ms: number
  offline_in_ms: number
  powered_off_in_ms: number
  running_out_ms: number
  down_short_out_ms: number
  down_excessive_out_ms: number
  offline_out_ms: number
  powered_off_out_ms: number
  cycle_ms_sum: number | null
  startup_ms_sum: number | null
  outlier_ms_sum: number | null
  parts: number | null
  temperature_sum: number | null
  analog_sum: number | null
  cycles: number | null
  cycle_ms_count: number | null
  startup_count: number | null
  outlier_count: number | null
  temperature_count: number | null
  analog_count: number | null
}
export interface RollupDayShiftTable {
  company_id: Id
  equipment_id: Id
  day_from: Ms
  day_to: Ms
  running_ms: number
  down_short_ms: number
  down_excessive_ms: number
  offline_ms: number
  powered_off_ms: number
  shift_date: number
  shift: number
  cycle_ms_sum: number | null
  startup_ms_sum: number | null
  outlier_ms_sum: number | null
  parts: number | null
  temperature_sum: number | null
  analog_sum: number | null
  cycles: number | null
  cycle_ms_count: number | null
  startup_count: number | null
  outlier_count: number | null
  temperature_count: number | null
  analog_count: number | null
}
export interface RollupWeekTable {
  company_id: Id
  equipment_id: Id
  week_from: Ms
  week_to: Ms
  running_in_ms: number
  down_short_in_ms: number
  down_excessive_in_ms: number
  offline_in_ms: number
  powered_off_in_ms: number
  running_out_ms: number
  down_short_out_ms: number
  down_excessive_out_ms: number
  offline_out_ms: number
  powered_off_out_ms: number
  cycle_ms_sum: number | null
  startup_ms_sum: number | null
  outlier_ms_sum: number | null
  parts: number | null
  temperature_sum: number | null
  analog_sum: number | null
  cycles: number | null
  cycle_ms_count: number | null
  startup_count: number | null
  outlier_count: number | null
  temperature_count: number | null
  analog_count: number | null
}
export interface RollupStateTable {
  company_id: Id
  equipment_id: Id
  built_from: Ms
  built_to: Ms
  looked_to: Ms
  zone: string
  has_weeks: Generated<boolean>
}
export interface RollupDirtyTable {
  company_id: Id
  rollup_dirty_id: Generated<Id>
  equipment_id: Id
  started_at: Ms
  ended_at: Ms
}

export interface Tables {
  company: CompanyTable
  app_user: AppUserTable
  membership: MembershipTable
  session: SessionTable
  invitation: InvitationTable
  kiosk: KioskTable
  one_time_code: OneTimeCodeTable
  attempt: AttemptTable
  api_key: ApiKeyTable
  mail: MailTable
  device_directory: DeviceDirectoryTable
  installation: InstallationTable
  roster: RosterTable
  roster_user: RosterUserTable
  company_logo: CompanyLogoTable
  addin: AddinTable
  client_error: ClientErrorTable
  notification: NotificationTable
  notification_ack: NotificationAckTable
  org_unit: OrgUnitTable
  equipment: EquipmentTable
  audit_entry: AuditEntryTable
  device: DeviceTable
  device_assignment: DeviceAssignmentTable
  device_tally: DeviceTallyTable
  batch: BatchTable
  event: EventTable
  quarantine: QuarantineTable
  machine_state: MachineStateTable
  checkpoint: CheckpointTable
  status_interval: StatusIntervalTable
  category: CategoryTable
  manufacturer: ManufacturerTable
  model: ModelTable
  equipment_setting: EquipmentSettingTable
  device_setting: DeviceSettingTable
  communication_gap: CommunicationGapTable
  firmware: FirmwareTable
  status_reason: StatusReasonTable
  stop_annotation: StopAnnotationTable
  restatement: RestatementTable
  schedule: ScheduleTable
  schedule_template: ScheduleTemplateTable
  shift_history: ShiftHistoryTable
  shift_void: ShiftVoidTable
  shift_plan: ShiftPlanTable
  job: JobTable
  shift_lock: ShiftLockTable
  outbox: OutboxTable
  verification: VerificationTable
  tag_group: TagGroupTable
  tag: TagTable
  run: RunTable
  run_tag: RunTagTable
  rollup_quarter: RollupQuarterTable
  rollup_day: RollupDayTable
  rollup_day_shift: RollupDayShiftTable
  rollup_week: RollupWeekTable
  rollup_state: RollupStateTable
  rollup_dirty: RollupDirtyTable
}
