import type { Answer } from '@millwatch/contract/endpoint'
import * as calls from '@millwatch/contract/http/alarms'
import { listRosters } from '@millwatch/contract/http/groups'
import { listUsers } from '@millwatch/contract/http/members'
import { getEquipment } from '@millwatch/contract/http/tree'
import type { SettingsContext } from '@millwatch/domain/alarms'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { now } from '../../lib/clock.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import type { Subject } from '../../scope/subject.ts'

/** Alarm of a machine, with its subscriptions and its latest trip. */
export type ListedAlarm = Answer<typeof calls.listAlarms>['alarms'][number]
/** Trip in the history of an alarm. */
export type AlarmTrip = ListedAlarm['AlarmHistory'][number]
/** Alarm type with its arguments, as the editor needs it. */
export type AlarmTypeFacts = Answer<typeof calls.listAlarmTypes>['alarm_types'][number]
/** Subscription of a person. */
export type Subscription = ListedAlarm['UserAlarms'][number]
/** Group with its members and their channels. */
export type AlarmGroup = Answer<typeof listRosters>['rosters'][number]
/** Member of the company, who can be subscribed. */
export type AlarmMember = Answer<typeof listUsers>['users'][number]

/** Alarms that were read at an instant (epoch ms). */
export interface AlarmList {
  readonly alarms: readonly ListedAlarm[]
  readonly asOf: number
}

const placeOf = ({ which, id }: Subject) => (which === 'o' ? { orgUnitId: id } : { equipIds: String(id) })

/** Beginning of the keys of all lists of alarms. */
export const alarmsKey = ['alarms'] as const

/** Query that reads the alarms of a machine, or of all machines under a unit, without maintenance; again every 5 minutes. */
export const alarmsQuery = (subject: Subject) =>
  queryOptions({
    queryKey: [...alarmsKey, subject.which, subject.id],
    queryFn: async ({ signal }): Promise<AlarmList> => {
      const { alarms } = await call(calls.listAlarms, { query: { pm: false, ...placeOf(subject) }, signal })
      return { alarms, asOf: now() }
    },
    refetchInterval: activeRefresh,
  })

/** Query that reads all alarms of a machine, also maintenance: together they use its outputs. */
export const allAlarmsOfQuery = (machineId: number) =>
  queryOptions({
    queryKey: [...alarmsKey, 'e', machineId, 'all'],
    queryFn: async ({ signal }) =>
      (await call(calls.listAlarms, { query: { equipIds: String(machineId) }, signal })).alarms,
  })

/** Query that reads how many alarms a place has and how many are tripped, maintenance apart; again every 5 minutes. */
export const alarmSummaryQuery = (subject: Subject) =>
  queryOptions({
    queryKey: ['alarm-summary', subject.which, subject.id],
    queryFn: ({ signal }) => call(calls.alarmSummary, { query: placeOf(subject), signal }),
    refetchInterval: activeRefresh,
  })

/** Rows of the history of an alarm that a page reads, at most. */
const MOST_TRIPS = 1000

/** Query that reads the history of an alarm, the latest trip first: at most 1,000 trips, and the number of all. */
export const alarmHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: ['alarm-history', id],
    queryFn: ({ signal }) =>
      call(calls.readAlarmHistory, { params: { id }, query: { limit: MOST_TRIPS, offset: 0 }, signal }),
  })

/** Reads the rows of the exported history of alarms in a period; without one, of all time. */
export const readExportedHistory = async (alarmIds: readonly number[], period: { from?: number } = {}) =>
  (
    await call(calls.reportAlarmHistory, {
      query: {
        alarmIds: alarmIds.join(','),
        ...(period.from === undefined ? {} : { startDate: new Date(period.from).toISOString() }),
      },
    })
  ).history

/** Query that reads the alarm types, which change only with a release. */
export const alarmTypesQuery = queryOptions({
  queryKey: ['alarm-types'],
  queryFn: async ({ signal }) => (await call(calls.listAlarmTypes, { signal })).alarm_types,
  staleTime: Number.POSITIVE_INFINITY,
})

export const groupsOfAlarmsQuery = queryOptions({
  queryKey: ['rosters', 'of alarms'],
  queryFn: async ({ signal }) => (await call(listRosters, { signal })).rosters,
})

export const membersOfAlarmsQuery = queryOptions({
  queryKey: ['members', 'of alarms'],
  queryFn: async ({ signal }) => (await call(listUsers, { signal })).users,
})

/** Facts of a machine that the editor of its alarms needs. */
export interface MachineOfAlarm {
  readonly name: string
  readonly zone: string
  /** Names of the units above it, from below the root. */
  readonly units: readonly string[]
  readonly settings: SettingsContext
  /** True if the firmware of its primary device can switch outputs. */
  readonly supportsOutputs: boolean
}

/** Query that reads the facts of a machine for the editor of its alarms. */
export const machineOfAlarmQuery = (id: number) =>
  queryOptions({
    queryKey: ['machine-facts', id, 'of alarms'],
    queryFn: async ({ signal }): Promise<MachineOfAlarm> => {
      const { equip } = await call(getEquipment, { params: { id }, query: {}, signal })
      const primary = equip.Devices.find(({ device_uuid }) => device_uuid === equip.device_uuid)
      return {
        name: equip.name,
        zone: equip.actual_timezone,
        units: equip.ancestors
          .slice(0, -1)
          .map(({ name }) => name)
          .reverse(),
        settings: {
          thresholdMs: equip.excessive_downtime_threshold * 1000,
          analogUnit: primary?.analog_in_1_config?.unit ?? null,
        },
        supportsOutputs: equip.supports_device_outputs,
      }
    },
  })
