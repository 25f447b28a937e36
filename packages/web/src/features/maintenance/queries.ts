import type { Answer } from '@millwatch/contract/endpoint'
import * as calls from '@millwatch/contract/http/maintenance'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { now } from '../../lib/clock.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import type { Subject } from '../../scope/subject.ts'

/** Maintenance of a machine, with its amount so far, its limit and its due date (null: tripped, or not known). */
export type DueMaintenance = Answer<typeof calls.listDueMaintenance>['maintenance'][number]
/** Returns the query parameters of the API that select a unit or a machine. */

const placeOf = ({ which, id }: Subject) => (which === 'o' ? { orgUnitId: id } : { equipIds: String(id) })

/** Beginning of the keys of all queries about maintenance. */
export const maintenanceKey = ['maintenance'] as const

/**
 * Query that reads the maintenance of a unit or machine whose notes, settings or machine name contains the text `q` (empty: all),
 * with the total numbers by group. It returns the `limit` that are due soonest, overdue ones first, again every 5 minutes. The
 * previous answer stays until the new one is read.
 */
export const dueQuery = (subject: Subject, q: string, limit: number) =>
  queryOptions({
    queryKey: [...maintenanceKey, 'due', subject.which, subject.id, q, limit],
    queryFn: async ({ signal }) => ({
      ...(await call(calls.listDueMaintenance, { query: { ...placeOf(subject), ...(q ? { q } : {}), limit }, signal })),
      asOf: now(),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: activeRefresh,
  })

/** Interval at which opened maintenance is read again, ms. */
export const CHOSEN_REFRESH_MS = 60_000

/**
 * Query that reads one maintenance by its id, with the number of its completions and the first and the last of their times; again
 * every minute.
 */
export const oneMaintenanceQuery = (id: number) =>
  queryOptions({
    queryKey: [...maintenanceKey, 'one', id],
    queryFn: ({ signal }) => call(calls.readMaintenance, { params: { id }, signal }),
    refetchInterval: CHOSEN_REFRESH_MS,
  })

/** Number of rows on a page of the history. */
export const PAGE = 10

/**
 * Query that reads page `page` (from 0) of the completed maintenance of a unit or machine, the latest first. The previous page
 * stays until the new one is read.
 */
export const completionsQuery = (subject: Subject, page: number) =>
  queryOptions({
    queryKey: [...maintenanceKey, 'history', subject.which, subject.id, page],
    queryFn: ({ signal }) =>
      call(calls.listCompletions, { query: { ...placeOf(subject), limit: PAGE, offset: page * PAGE }, signal }),
    placeholderData: keepPreviousData,
  })
