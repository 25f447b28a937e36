import type { Generated } from 'kysely'
import type { Id, Jsonb, Ms } from '../../platform/columns.ts'

export interface AlarmTable {
  company_id: Id
  alarm_id: Generated<Id>
  owner_user_id: Id | null
  equipment_id: Id
  alarm_type_id: number
  args: Jsonb<object>
  args_latest: Jsonb<object | null> | null
  device_output_config: Jsonb<object>
  notify_on_clear: boolean
  reassert_m: number | null
  critical_parts: Jsonb<object>
  created_at: Ms
  updated_at: Ms
  evaluated_to: Ms
  base_at: Ms
  args_from: Ms
  due_at: Ms | null
  watched_kinds: Generated<number>
  carried_at: Ms | null
  carried: Jsonb<object | null> | null
  quiet_from: number | null
  quiet_to: number | null
}

export interface AlarmTripTable {
  company_id: Id
  alarm_trip_id: Generated<Id>
  alarm_id: Id
  equipment_id: Id
  tripped_at: Ms
  cleared_at: Ms | null
  known_at: Ms
  kind: 'announced' | 'late' | 'withdrawn' | 'early'
  value: Jsonb<object | null> | null
  args: Jsonb<object>
  args_latest: Jsonb<object | null> | null
  device_output_config: Jsonb<object>
  acknowledged_at: Ms | null
  acknowledged_by: Id | null
  acknowledged_notes: string | null
  acknowledged_parts: Jsonb<object | null> | null
  reminders: Generated<number>
  reminded_at: Ms | null
  output_state: 'asked' | 'done' | 'not_reached' | null
}

export interface AlarmMachineTable {
  company_id: Id
  equipment_id: Id
  dirty_from: Ms | null
  due_at: Ms | null
  seen_version: Generated<Id>
  watched_kinds: Generated<number>
  evaluated_to: Generated<Ms>
  quiet_from: number | null
  quiet_to: number | null
  evaluated_at: Generated<Ms>
}

export interface UserAlarmTable {
  company_id: Id
  user_alarm_id: Generated<Id>
  alarm_id: Id
  user_id: Id
  send_sms: boolean
  send_email: boolean
  created_at: Ms
}

export interface RosterAlarmTable {
  company_id: Id
  roster_alarm_id: Generated<Id>
  alarm_id: Id
  roster_id: Id
  created_at: Ms
}

export interface AlarmSeenTable {
  company_id: Id
  alarm_trip_id: Id
  user_id: Id
  seen_at: Ms
}

export interface DeviceOutputTable {
  company_id: Id
  device_id: Id
  equipment_id: Id | null
  command_id: number
  on_24v: boolean
  on_120v: boolean
  since_24v: number
  since_120v: number
  commanded_at: Ms
  acknowledged_id: Generated<number>
}

declare module '../../platform/tables.ts' {
  interface Tables {
    alarm: AlarmTable
    alarm_trip: AlarmTripTable
    alarm_machine: AlarmMachineTable
    user_alarm: UserAlarmTable
    roster_alarm: RosterAlarmTable
    alarm_seen: AlarmSeenTable
    device_output: DeviceOutputTable
  }
}
