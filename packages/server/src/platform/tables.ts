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
}
export interface AppUserTable {
  user_id: Generated<Id>
  email: string
  first_name: string
  last_name: string
  password_hash: string
  must_change_password: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Ms
}
export type Role = 'user' | 'admin' | 'superuser'
export interface MembershipTable {
  company_id: Id
  user_id: Id
  role: Role
  created_at: Ms
}
export interface SessionTable {
  token_hash: Buffer
  session_id: Generated<Id>
  user_id: Id
  company_id: Id
  created_at: Ms
  last_used_at: Ms
  expires_at: Ms
  ended_at: Ms | null
}
export interface DeviceDirectoryTable {
  device_uuid: string
  company_id: Id
  device_id: Id
  key_hash: Buffer
  active: boolean
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
}
export interface EquipmentTable {
  company_id: Id
  equipment_id: Generated<Id>
  parent_org_unit_id: Id
  name: string
  active: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Ms
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
}
export interface DeviceTable {
  company_id: Id
  device_id: Generated<Id>
  device_uuid: string
  device_type_id: number
  active: boolean
  input_setup: Jsonb<object | null> | null
  created_at: Ms
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
}
export interface CheckpointTable {
  company_id: Id
  equipment_id: Id
  at: Ms
  batch_id: string
  position: number
  state: string
}
export interface StatusIntervalTable {
  company_id: Id
  status_interval_id: Generated<Id>
  equipment_id: Id
  status_id: number
  started_at: Ms
  ended_at: Ms | null
}

export interface Tables {
  company: CompanyTable
  app_user: AppUserTable
  membership: MembershipTable
  session: SessionTable
  device_directory: DeviceDirectoryTable
  installation: InstallationTable
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
}
