import { type Example, nothing, ofAlarm, ofItsMachines, ofSubscribedAlarm } from './example.ts'

/** Valid calls of the alarm and maintenance operations, by the name of the operation. */
export const examplesOfAlarms: Readonly<Record<string, Example>> = {
  'alarm.list': { at: ofItsMachines },
  'alarm.maintenance.list': { at: ofItsMachines },
  'alarm.summary': { at: ofItsMachines },
  'alarm.machines': nothing,
  'alarm.read': ofAlarm,
  'alarm.history.read': ofAlarm,
  'alarm.notices.read': { ...ofAlarm, fresh: ['alarm'] },
  'alarm.history.export': { at: { 'query.alarmIds,': 'alarm' } },
  'alarm_type.list': nothing,
  'user.alarms.read': nothing,
  'user.report.read': { query: { cadence: 'daily' } },
  'user.report.send': { body: { cadence: 'weekly' } },
  'alarm.create': {
    at: { 'body.equipment_id': 'equipment' },
    none: { 'body.critical_parts[].id': 'Only maintenance has parts, which the tests of alarms cover' },
    body: { alarm_type_id: 4, args: { minutes: 10 } },
  },
  'alarm.update': {
    ...ofAlarm,
    none: { 'body.critical_parts[].id': 'Only maintenance has parts, which the tests of alarms cover' },
    fresh: ['alarm'],
    body: { notify_on_clear: true },
  },
  'alarm.delete': { ...ofAlarm, fresh: ['alarm'] },
  'alarm.subscribe': { ...ofAlarm, fresh: ['alarm'], body: { subscribe_email: true } },
  'alarm.unsubscribe': { ...ofSubscribedAlarm, fresh: ['subscribed_alarm'] },
  'alarm.roster.subscribe': { at: { 'params.id': 'alarm', 'body.roster_id': 'roster' }, fresh: ['alarm'] },
  'alarm.roster.unsubscribe': {
    at: { 'params.id': 'subscribed_alarm', 'body.roster_id': 'roster' },
    fresh: ['subscribed_alarm'],
  },
  'alarm.users.subscribe': {
    at: { 'params.id': 'alarm', 'body.user_ids[]': 'user' },
    fresh: ['alarm'],
    body: { subscribe_email: true },
  },
  'alarm.users.unsubscribe': {
    at: { 'params.id': 'subscribed_alarm', 'body.user_ids[]': 'user' },
    fresh: ['subscribed_alarm'],
    body: { subscribe_email: true },
  },
  'alarm.preview': {
    at: { 'body.equipment_id': 'equipment' },
    body: { alarm_type_id: 8, args: { value: 60, minutes: 5 } },
  },
  'alarm.backtest': {
    at: { 'body.equipment_id': 'equipment' },
    body: { alarm_type_id: 4, args: { minutes: 10 } },
  },
  'alarm.limit.read': {
    at: { 'body.equipment_id': 'equipment' },
    body: { alarm_type_id: 8, args: { what: 'temperature' } },
  },
  'alarm.acknowledge': {
    ...ofAlarm,
    none: { 'body.critical_parts[].id': 'Only maintenance has parts, which the tests of alarms cover' },
    fresh: ['alarm'],
    body: { notes: 'Seen' },
  },

  'maintenance.list': { at: ofItsMachines },
  'maintenance.read': { at: { 'params.id': 'maintenance' } },
  'maintenance.history.list': { at: ofItsMachines },
}
