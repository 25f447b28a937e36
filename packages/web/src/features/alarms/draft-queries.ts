import type { Answer, Body } from '@millwatch/contract/endpoint'
import * as calls from '@millwatch/contract/http/alarms-drafts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

type Terms = Body<typeof calls.backtestAlarm>

/**
 * Query that reads, without retry, the message that an alarm would send if it tripped now. `terms` has type, machine and
 * arguments as JSON; `reassertM` is the time between two notices in minutes, null for a single notice. The previous message stays
 * until the new one is read.
 */
export const previewQuery = (terms: string, reassertM: number | null) =>
  queryOptions({
    queryKey: ['alarm-preview', terms, reassertM],
    queryFn: ({ signal }) =>
      call(calls.previewAlarm, { body: { ...(JSON.parse(terms) as Terms), reassert_m: reassertM }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })

/**
 * Query that reads, without retry, the trips that an alarm would have had in the past 90 days. `terms` has type, machine and
 * arguments as JSON. The previous answer stays until the new one is read.
 */
export const backtestQuery = (terms: string) =>
  queryOptions({
    queryKey: ['alarm-backtest', terms],
    queryFn: ({ signal }) => call(calls.backtestAlarm, { body: JSON.parse(terms) as Terms, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })

/**
 * Latest and extreme amount in the past week that the limit of an alarm is compared with (null: there is none), and the period
 * that was read.
 */
export type LimitReadings = Answer<typeof calls.readAlarmLimit>

/** Returns the beginning of the keys of all queries that read the amounts to which the alarm limits of a machine are compared. */
export const limitReadingsKey = (machineId: number) => ['alarm-limit', machineId] as const

/** Interval at which these amounts are read again, ms, even if the machine sends no message: some change with time alone. */
const READINGS_MS = 30_000

/**
 * Query that reads the latest and the extreme amount of the past week that the limit of an alarm is compared with; again every 30
 * s. `terms` has type, machine and arguments as JSON.
 */
export const limitReadingsQuery = (machineId: number, terms: string) =>
  queryOptions({
    queryKey: [...limitReadingsKey(machineId), terms],
    queryFn: ({ signal }) => call(calls.readAlarmLimit, { body: JSON.parse(terms) as Terms, signal }),
    refetchInterval: READINGS_MS,
  })
