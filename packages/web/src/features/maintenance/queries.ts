import type { Answer } from '@millwatch/contract/endpoint'
import * as calls from '@millwatch/contract/http/maintenance'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { now } from '../../lib/clock.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import type { Subject } from '../../scope/subject.ts'

/** Maintenance of a machine, with how far it is and when it is due. */
export type DueMaintenance = Answer<typeof calls.listDueMaintenance>['maintenance'][number]
/** Completed maintenance in the history of a place. */

const placeOf = ({ which, id }: Subject) => (which === 'o' ? { orgUnitId: id } : { equipIds: String(id) })

/** Beginning of the keys of all queries of maintenance. */
export const maintenanceKey = ['maintenance'] as const

/**
 * Query that reads the maintenance of a unit or machine in which a text occurs (empty: all), the nearest `limit` of it, with the
 * number of all; read again every 5 minutes.
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

/** Interval at which the chosen maintenance is read again, ms (specification 2, section 9). */
export const CHOSEN_REFRESH_MS = 60_000

/** Query that reads one maintenance with its completions; again every minute. */
export const oneMaintenanceQuery = (id: number) =>
  queryOptions({
    queryKey: [...maintenanceKey, 'one', id],
    queryFn: ({ signal }) => call(calls.readMaintenance, { params: { id }, signal }),
    refetchInterval: CHOSEN_REFRESH_MS,
  })

/** Rows of a page of the history (specification 2, section 9). */
export const PAGE = 10

/** Query that reads a page, from 0, of the completions of a place, the latest first. */
export const completionsQuery = (subject: Subject, page: number) =>
  queryOptions({
    queryKey: [...maintenanceKey, 'history', subject.which, subject.id, page],
    queryFn: ({ signal }) =>
      call(calls.listCompletions, { query: { ...placeOf(subject), limit: PAGE, offset: page * PAGE }, signal }),
    placeholderData: keepPreviousData,
  })
