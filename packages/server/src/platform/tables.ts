import type * as addins from './tables/addins.ts'
import type * as apiKeys from './tables/api-keys.ts'
import type * as clientErrors from './tables/client-errors.ts'
import type * as company from './tables/company.ts'
import type * as devices from './tables/devices.ts'
import type * as groups from './tables/groups.ts'
import type * as identity from './tables/identity.ts'
import type * as ingest from './tables/ingest.ts'
import type * as kiosks from './tables/kiosks.ts'
import type * as members from './tables/members.ts'
import type * as notifications from './tables/notifications.ts'
import type * as platform from './tables/platform.ts'
import type * as runs from './tables/runs.ts'
import type * as schedules from './tables/schedules.ts'
import type * as shifts from './tables/shifts.ts'
import type * as status from './tables/status.ts'
import type * as stops from './tables/stops.ts'
import type * as tree from './tables/tree.ts'
import type * as utilization from './tables/utilization.ts'

export type { Role } from './tables/identity.ts'

/** All tables by name; the columns of each are in a file named after the module that writes it. */
export interface Tables {
  company: identity.CompanyTable
  app_user: identity.AppUserTable
  membership: identity.MembershipTable
  session: identity.SessionTable
  invitation: members.InvitationTable
  kiosk: kiosks.KioskTable
  one_time_code: identity.OneTimeCodeTable
  attempt: platform.AttemptTable
  api_key: apiKeys.ApiKeyTable
  mail: platform.MailTable
  device_directory: devices.DeviceDirectoryTable
  installation: platform.InstallationTable
  roster: groups.RosterTable
  roster_user: groups.RosterUserTable
  company_logo: company.CompanyLogoTable
  addin: addins.AddinTable
  client_error: clientErrors.ClientErrorTable
  notification: notifications.NotificationTable
  notification_ack: notifications.NotificationAckTable
  org_unit: tree.OrgUnitTable
  equipment: tree.EquipmentTable
  audit_entry: platform.AuditEntryTable
  device: devices.DeviceTable
  device_assignment: devices.DeviceAssignmentTable
  first_primary: devices.FirstPrimaryTable
  device_tally: ingest.DeviceTallyTable
  batch: ingest.BatchTable
  event: ingest.EventTable
  quarantine: ingest.QuarantineTable
  machine_state: status.MachineStateTable
  checkpoint: status.CheckpointTable
  takeover_check: status.TakeoverCheckTable
  status_interval: status.StatusIntervalTable
  category: tree.CategoryTable
  manufacturer: tree.ManufacturerTable
  model: tree.ModelTable
  equipment_setting: tree.EquipmentSettingTable
  device_setting: devices.DeviceSettingTable
  communication_gap: ingest.CommunicationGapTable
  quarantine_use: ingest.QuarantineUseTable
  firmware: platform.FirmwareTable
  status_reason: stops.StatusReasonTable
  stop_annotation: stops.StopAnnotationTable
  restatement: stops.RestatementTable
  schedule: schedules.ScheduleTable
  schedule_template: schedules.ScheduleTemplateTable
  shift_history: shifts.ShiftHistoryTable
  shift_void: shifts.ShiftVoidTable
  shift_plan: shifts.ShiftPlanTable
  job: platform.JobTable
  shift_lock: shifts.ShiftLockTable
  outbox: platform.OutboxTable
  verification: platform.VerificationTable
  tag_group: runs.TagGroupTable
  tag: runs.TagTable
  run: runs.RunTable
  run_tag: runs.RunTagTable
  rollup_quarter: utilization.RollupQuarterTable
  rollup_day: utilization.RollupDayTable
  rollup_day_shift: utilization.RollupDayShiftTable
  rollup_week: utilization.RollupWeekTable
  rollup_state: utilization.RollupStateTable
  rollup_dirty: utilization.RollupDirtyTable
}
