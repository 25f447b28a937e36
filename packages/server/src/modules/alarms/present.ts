import type { Alarm, AlarmHistory, AlarmType as AlarmTypeShape, UserAlarm } from '@millwatch/contract/shapes/alarm'
import {
  type AlarmArgs,
  type AlarmType,
  type LimitReading,
  settingsText,
  type Trip,
  type TripValue,
} from '@millwatch/domain/alarms'
import { maySee } from '@millwatch/domain/identity'
import type { Static } from 'typebox'
import type { Actor } from '../../platform/ctx.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import type { ListedMember } from '../identity/index.ts'
import type { AlarmedMachine } from './machines.ts'
import type { AlarmRow } from './queries.ts'
import type { TripWithParts } from './queries-history.ts'
import type { UserAlarmRow } from './queries-subscriptions.ts'
import type { WholeAlarm } from './read-alarms.ts'

export function presentAlarm(actor: Actor, whole: WholeAlarm): Static<typeof Alarm> {
  const { alarm, type, machine, history, members } = whole
  // Displays on the shop floor do not show who is notified.
  const { users, rosters } = actor.kind === 'kiosk' ? { users: [], rosters: [] } : whole
  return {
    id: alarm.alarmId,
    owner_user_id: alarm.ownerUserId,
    equipment_id: alarm.equipmentId,
    alarm_type_id: alarm.alarmTypeId,
    args: { ...alarm.args },
    args_latest: alarm.argsLatest === null ? null : { ...alarm.argsLatest },
    counts_from: type.pmEnabled ? toIso(alarm.baseAt) : null,
    settings: settingsOf(alarm, machine),
    device_output_config: { ...alarm.deviceOutputConfig },
    tripped: alarm.trippedAt !== null,
    tripped_at: toIsoOrNull(alarm.trippedAt),
    last_tripped_at: toIsoOrNull(alarm.lastTrippedAt),
    created_at: toIso(alarm.createdAt),
    updated_at: toIso(alarm.updatedAt),
    config: {
      notify_on_clear: alarm.notifyOnClear,
      reassert_m: alarm.reassertM,
      critical_parts: [...alarm.criticalParts],
    },
    Equipment: {
      id: machine.equipmentId,
      name: machine.name,
      active: machine.active,
      supports_device_outputs: machine.supportsOutputs,
    },
    AlarmType: { id: type.id, name: type.name, pm_enabled: type.pmEnabled, trippable: type.trippable },
    AlarmHistory: history.map((trip) => presentTrip(trip, members)),
    UserAlarms: users.map((row) => presentUserAlarm(actor, row, row.member)),
    RosterAlarms: rosters.map(({ rosterAlarmId, rosterId, name }) => ({
      id: rosterAlarmId,
      Roster: { id: rosterId, name },
    })),
  }
}

/** Returns the settings of an alarm in words, in the units that its machine shows. */
export const settingsOf = (alarm: Pick<AlarmRow, 'alarmTypeId' | 'args'>, { settings }: AlarmedMachine): string =>
  settingsText(alarm.alarmTypeId as AlarmType['id'], alarm.args as AlarmArgs, settings)

export function presentUserAlarm(actor: Actor, row: UserAlarmRow, member: ListedMember): Static<typeof UserAlarm> {
  const { id, firstName, lastName, email } = member
  return {
    id: row.userAlarmId,
    user_id: row.userId,
    alarm_id: row.alarmId,
    send_sms: row.sendSms,
    send_email: row.sendEmail,
    User: { id, first_name: firstName, last_name: lastName, ...(maySee(actor, 'email') ? { email } : {}) },
  }
}

export function presentTrip(
  trip: TripWithParts,
  members: ReadonlyMap<number, ListedMember>,
): Static<typeof AlarmHistory> {
  const by = trip.acknowledgedBy === null ? undefined : members.get(trip.acknowledgedBy)
  return {
    id: trip.alarmTripId,
    alarm_id: trip.alarmId,
    created_at: toIso(trip.trippedAt),
    cleared_at: toIsoOrNull(trip.clearedAt),
    kind: trip.kind,
    known_at: toIso(trip.knownAt),
    value: trip.value === null ? null : presentValue(trip.value),
    args: { ...trip.args },
    args_latest: trip.argsLatest === null ? null : { ...trip.argsLatest },
    device_output_config: { ...trip.deviceOutputConfig },
    output_state: trip.outputState,
    acknowledged_at: toIsoOrNull(trip.acknowledgedAt),
    acknowledged_notes: trip.acknowledgedNotes,
    AcknowledgedByUser: by === undefined ? null : { id: by.id, first_name: by.firstName, last_name: by.lastName },
    CriticalPartHistory: trip.usedParts.map((row) => ({
      id: row.historyId,
      critical_part_id: row.partId,
      action_base: row.action,
      qty: row.qty,
      CriticalPart: { number: row.number },
    })),
  }
}

const presentValue = ({ amount, since }: TripValue) => ({ amount, since: toIso(since) })

/**
 * Returns, in API form, a trip that an alarm would have had in the past; `cleared_at` is null if the alarm was still tripped at
 * the end.
 */
export const presentBacktested = ({ trippedAt, clearedAt, value }: Trip) => ({
  tripped_at: toIso(trippedAt),
  cleared_at: toIsoOrNull(clearedAt),
  value: presentValue(value),
})

/** Returns, in API form, an amount that a limit is compared with and its instant; null stays null. */
export const presentReading = (reading: LimitReading | null) =>
  reading === null ? null : { at: toIso(reading.at), amount: reading.amount }

export const presentType = (type: AlarmType): Static<typeof AlarmTypeShape> => ({
  id: type.id,
  name: type.name,
  description: type.description,
  args_template: Object.fromEntries(
    Object.entries(type.argsTemplate).map(([name, template]) => [name, presentTemplate(template)]),
  ),
  pm_enabled: type.pmEnabled,
  trippable: type.trippable,
  config: { device_outputs: { trippable: type.outputs }, reassert_enabled: type.repeats },
})

function presentTemplate(template: AlarmType['argsTemplate'][string]) {
  const { description = '', placeholder = '', ...rest } = template
  const { maxLength, options, ...fields } = { maxLength: undefined, options: undefined, ...rest }
  return {
    ...fields,
    default: template.default ?? null,
    ...{ description, placeholder },
    ...(maxLength === undefined ? {} : { max_length: maxLength }),
    ...(options === undefined ? {} : { options: [...options] }),
  }
}
