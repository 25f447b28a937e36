import type { Answer } from '@millwatch/contract/endpoint'
import * as calls from '@millwatch/contract/http/alarms'
import { listRosters } from '@millwatch/contract/http/groups'
import { listUsers } from '@millwatch/contract/http/members'
import { getEquipment } from '@millwatch/contract/http/tree'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { now } from '../../lib/clock.ts'
import { activeRefresh, OPENING_MS } from '../../lib/query-client.ts'
import { keysOfChange } from '../../live/changed-queries.ts'
import type { Subject } from '../../scope/subject.ts'

/** Alarm of a machine, with its subscriptions and its latest trip. */
export type ListedAlarm = Answer<typeof calls.listAlarms>['alarms'][number]
/** Row of the history of an alarm: a trip, or maintenance that was completed before it was due (kind `early`). */
export type AlarmTrip = ListedAlarm['AlarmHistory'][number]
/** Alarm type with the template of its arguments and its settings. */
export type AlarmTypeFacts = Answer<typeof calls.listAlarmTypes>['alarm_types'][number]
/** Subscription of a person to an alarm, with its channels. */
export type Subscription = ListedAlarm['UserAlarms'][number]
/** Group of people to notify: its members, each with the ways (email, text message) in which the group notifies that person. */
export type AlarmGroup = Answer<typeof listRosters>['rosters'][number]
/** Member of the company who can be subscribed to alarms. */
export type AlarmMember = Answer<typeof listUsers>['users'][number]

/** List of alarms and the instant at which it was read, epoch ms. */
export interface AlarmList {
  readonly alarms: readonly ListedAlarm[]
  readonly asOf: number
}

const placeOf = ({ which, id }: Subject) => (which === 'o' ? { orgUnitId: id } : { equipIds: String(id) })

/** Beginning of the query keys of all lists of alarms. */
export const alarmsKey = ['alarms'] as const

/** Beginnings of the keys of all queries that show alarms: those that are read again when a message says that one changed. */
export const alarmChanges = keysOfChange({
  fact: 'alarm.changed',
  ...{ room: '', equipment_ids: [], org_unit_ids: [], id: null },
})

/** Time after which alarms are read again while a device has not yet acknowledged an output of a tripped alarm, ms. */
const OUTPUTS_MS = 10_000

type AlarmListState = { readonly data: AlarmList | undefined; readonly error: Error | null }

/**
 * Returns the time (ms) after which a list of alarms is read again: 10 seconds while the output of a tripped alarm waits for its
 * device; else 5 minutes, or false (never) after an answer 401 or 404.
 */
export const alarmsRefresh = ({ state }: { readonly state: AlarmListState }): number | false =>
  state.data?.alarms.some(({ tripped, AlarmHistory }) => tripped && AlarmHistory[0]?.output_state === 'asked')
    ? OUTPUTS_MS
    : activeRefresh({ state })

/**
 * Query that reads the alarms of a machine, or of all machines under a unit, without maintenance. They are read again every 5
 * minutes, or every 10 seconds while a tripped alarm waits for its device to switch outputs.
 */
export const alarmsQuery = (subject: Subject) =>
  queryOptions({
    queryKey: [...alarmsKey, subject.which, subject.id],
    queryFn: async ({ signal }): Promise<AlarmList> => {
      const { alarms } = await call(calls.listAlarms, { query: { pm: false, ...placeOf(subject) }, signal })
      return { alarms, asOf: now() }
    },
    refetchInterval: alarmsRefresh,
  })

/** Query that reads all alarms of a machine including maintenance, since they share the outputs of its device. */
export const allAlarmsOfQuery = (machineId: number) =>
  queryOptions({
    queryKey: [...alarmsKey, 'e', machineId, 'all'],
    queryFn: async ({ signal }) =>
      (await call(calls.listAlarms, { query: { equipIds: String(machineId) }, signal })).alarms,
  })

/** Interval at which a single alarm is read again, ms. */
const ONE_REFRESH_MS = 60_000

/** Query that reads one alarm with its subscriptions and the latest row of its history; again every minute. */
export const alarmQuery = (id: number) =>
  queryOptions({
    queryKey: [...alarmsKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await call(calls.readAlarm, { params: { id }, query: { limit: 1, offset: 0 }, signal })).alarm,
    refetchInterval: ONE_REFRESH_MS,
  })

/**
 * Query that reads the number of alarms of a machine or unit, the number of tripped ones, and the four most urgent of these; the
 * same for maintenance, separately. It is read again every 5 minutes, until an answer 401 or 404.
 */
export const alarmSummaryQuery = (subject: Subject) =>
  queryOptions({
    queryKey: ['alarm-summary', subject.which, subject.id],
    queryFn: ({ signal }) => call(calls.alarmSummary, { query: placeOf(subject), signal }),
    staleTime: OPENING_MS,
    refetchInterval: activeRefresh,
  })

/** Interval at which an open delivery log is read again, ms. */
const DELIVERIES_MS = 10_000

/** Number of trips in the history of an alarm that a page reads, at most. */
const MOST_TRIPS = 1000

/** Query that reads the history of an alarm, the latest trip first: at most 1,000 trips, and the total number. */
export const alarmHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: ['alarm-history', id],
    queryFn: ({ signal }) =>
      call(calls.readAlarmHistory, { params: { id }, query: { limit: MOST_TRIPS, offset: 0 }, signal }),
  })

/** Notice of an alarm to a person or a webhook, with its channel, attempts and outcome (null: not sent and not given up yet). */
export type AlarmDelivery = Answer<typeof calls.listAlarmNotices>['notices'][number]

/** Query that reads the latest 100 notices of an alarm with their results, newest first; again every 10 s. */
export const deliveryLogQuery = (id: number) =>
  queryOptions({
    queryKey: ['alarm-history', id, 'deliveries'],
    queryFn: async ({ signal }) => (await call(calls.listAlarmNotices, { params: { id }, query: {}, signal })).notices,
    refetchInterval: DELIVERIES_MS,
  })

type ExportedHistory = Answer<typeof calls.reportAlarmHistory>['history']

/**
 * Query that reads `limit` rows of the history of an alarm from row `offset` on, the latest first. The previous page stays until
 * the new one is read.
 */
export const alarmHistoryPageQuery = (id: number, offset: number, limit: number) =>
  queryOptions({
    queryKey: ['alarm-history', id, offset, limit],
    queryFn: ({ signal }) => call(calls.readAlarmHistory, { params: { id }, query: { limit, offset }, signal }),
    placeholderData: keepPreviousData,
  })

/**
 * Reads all rows of the exported history of alarms, from `period.from` (epoch ms) on or of all time, in several requests if one
 * answer is cut off. Each row is returned once, in no certain order.
 */
export async function readExportedHistory(
  alarmIds: readonly number[],
  period: { from?: number } = {},
): Promise<ExportedHistory> {
  const rows = new Map<number, ExportedHistory[number]>()
  const dateOf = (name: 'startDate' | 'endDate', at: number | undefined) =>
    at === undefined ? {} : { [name]: new Date(at).toISOString() }
  for (let to: number | undefined; ; ) {
    const { history, truncated } = await call(calls.reportAlarmHistory, {
      query: { alarmIds: alarmIds.join(','), ...dateOf('startDate', period.from), ...dateOf('endDate', to) },
    })
    const before = rows.size
    for (const row of history) rows.set(row.id, row)
    // An answer holds the latest rows: the next one ends with the last of it, whose instant may have more.
    if (!truncated || rows.size === before) return [...rows.values()]
    to = Math.min(...history.map((row) => Date.parse(row.created_at))) + 1
  }
}

/** Query that reads the alarm types; they are never read again, since they change only with a release. */
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

/** Query that reads true if the firmware of the primary device of a machine can switch outputs, else false. */
export const outputSupportQuery = (machineId: number) =>
  queryOptions({
    queryKey: ['machine-facts', machineId, 'outputs'],
    queryFn: async ({ signal }) =>
      (await call(getEquipment, { params: { id: machineId }, query: {}, signal })).equip.supports_device_outputs,
  })

/** Query that reads the unit of analog input 1 of the primary device of a machine; empty: there is no such device or no unit. */
export const analogUnitQuery = (machineId: number) =>
  queryOptions({
    queryKey: ['machine-facts', machineId, 'analog unit'],
    queryFn: async ({ signal }) => {
      const { equip } = await call(getEquipment, { params: { id: machineId }, query: {}, signal })
      return equip.Devices.find((device) => device.is_primary)?.analog_in_1_config.unit ?? ''
    },
  })
