import type { Answer, Body } from '@millwatch/contract/endpoint'
import * as calls from '@millwatch/contract/http/alarms-drafts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

type Terms = Body<typeof calls.backtestAlarm>

/**
 * Query that reads the message that an alarm would send if it tripped now. `terms`: type, machine and arguments as JSON;
 * `reassertM`: minutes from one notice to the next, null: one.
 */
export const previewQuery = (terms: string, reassertM: number | null) =>
  queryOptions({
    queryKey: ['alarm-preview', terms, reassertM],
    queryFn: ({ signal }) =>
      call(calls.previewAlarm, { body: { ...(JSON.parse(terms) as Terms), reassert_m: reassertM }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Query that reads the trips that an alarm would have had in the past 90 days. `terms`: type, machine and arguments as JSON. */
export const backtestQuery = (terms: string) =>
  queryOptions({
    queryKey: ['alarm-backtest', terms],
    queryFn: ({ signal }) => call(calls.backtestAlarm, { body: JSON.parse(terms) as Terms, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })

/** Amounts that a limit is compared with. */
export type LimitReadings = Answer<typeof calls.readAlarmLimit>

/** Beginning of the keys of what the limits of a machine are compared with. */
export const limitReadingsKey = (machineId: number) => ['alarm-limit', machineId] as const

/** Interval at which they are read again without a message of the machine: time alone changes some. */
const READINGS_MS = 30_000

/** Query that reads what the limit of an alarm is compared with: now, and in the past week. `terms`: type, machine and arguments as JSON. */
export const limitReadingsQuery = (machineId: number, terms: string) =>
  queryOptions({
    queryKey: [...limitReadingsKey(machineId), terms],
    queryFn: ({ signal }) => call(calls.readAlarmLimit, { body: JSON.parse(terms) as Terms, signal }),
    refetchInterval: READINGS_MS,
  })
