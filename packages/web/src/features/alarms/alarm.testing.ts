import { instant } from '../../ui/page.testing.ts'
import type { ListedAlarm } from './queries.ts'

/** Alarm as lists of alarms have it: type Offline, on the machine Saw, owned by person 1, without subscribers. */
export const listedAlarm: ListedAlarm = {
  id: 3,
  owner_user_id: 1,
  equipment_id: 5,
  alarm_type_id: 4,
  args: { minutes: 10 },
  args_latest: null,
  counts_from: null,
  settings: 'For 10 m',
  device_output_config: {},
  tripped: false,
  tripped_at: null,
  last_tripped_at: null,
  created_at: instant,
  updated_at: instant,
  config: { notify_on_clear: false, reassert_m: null, critical_parts: [] },
  Equipment: { id: 5, name: 'Saw', active: true, supports_device_outputs: false },
  AlarmType: { id: 4, name: 'Offline', pm_enabled: false, trippable: true },
  AlarmHistory: [],
  UserAlarms: [],
  RosterAlarms: [],
}
