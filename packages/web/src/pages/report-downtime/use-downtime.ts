import { utilizationOfEquipment, utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'
import { roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import type { ParetoSubject } from '@millwatch/domain/stops'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import {
  allReasonsQuery,
  allTagsQuery,
  type Downtime,
  downtimeKey,
  downtimeQuery,
  withNames,
} from '../../features/stops/downtime.ts'
import type { Figures } from '../../features/utilization/types.ts'
import { call } from '../../lib/api.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { readAgainSoon } from '../../live/read-again.ts'
import { useRoom } from '../../live/use-room.ts'
import { readScope, useScopeKey } from '../../scope/scope.ts'
import type { Subject } from '../../scope/subject.ts'
import { useToast } from '../../ui/use-toast.tsx'
import type { ReportPlace } from '../report-page.tsx'

/** Time for which a failure is shown, s (specification 1, section 8). */
const FAILED_S = 30

/** Delay after a message about status until the report is read again, and least interval of such readings, ms. */
const [SOON_MS, EVERY_MS] = [1000, 30_000]

/** Returns the message that the report of a machine or unit could not be read, with the words of the specification. */
export const failedWords = ({ which }: Subject): string =>
  which === 'e' ? 'Error retrieving equipment excessive downtimes' : 'Error retrieving org unit excessive downtimes'

/**
 * Query that reads the figures of a unit or machine over the period of the scope, in all shifts, for the shares of the report.
 * The figures are undefined if the answer has none.
 */
const figuresQuery = ({ which, id }: Subject, zone: string, scopeKey: readonly unknown[]) =>
  queryOptions({
    queryKey: ['downtime-figures', which, id, ...scopeKey],
    queryFn: async ({ signal }): Promise<{ period: string; figures: Figures | undefined }> => {
      const { startDate, endDate } = readScope(zone)
      const request = { query: { ids: String(id), startDate, endDate }, signal }
      const [figures] =
        which === 'e'
          ? (await call(utilizationOfEquipment, request)).equipment
          : (await call(utilizationOfOrgUnits, request)).orgUnits
      return { period: JSON.stringify(scopeKey), figures }
    },
    refetchInterval: activeRefresh,
    placeholderData: keepPreviousData,
  })

/**
 * Reads the report of a unit or machine over the period of the scope, again every 5 minutes and after changes. Returns its stops
 * with names, the subjects whose names are not read (`unread`), figures of the same period, and the error, which is also shown
 * as a message for 30 s. The data of another period stays until the new one is read (`isOld`).
 */
export function useDowntime(place: ReportPlace) {
  const client = useQueryClient()
  const toast = useToast()
  const scopeKey = useScopeKey(place.zone)
  const { data, error, errorUpdatedAt, isPlaceholderData, refetch } = useQuery(
    downtimeQuery(place, place.zone, scopeKey),
  )
  const { data: read } = useQuery(figuresQuery(place, place.zone, scopeKey))
  const { data: reasons } = useQuery(allReasonsQuery)
  const { data: tags } = useQuery(allTagsQuery)
  const key = downtimeKey(place)
  const { which, id } = place
  useRoom(
    which === 'e' ? roomOfEquipment(id) : roomOfOrgUnit(id),
    ({ status, xsf }) => {
      if (xsf.length > 0) readAgainSoon(client, key, SOON_MS)
      else if (status.length > 0) readAgainSoon(client, key, SOON_MS, EVERY_MS)
    },
    () => undefined,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is shown once
  useEffect(() => {
    if (error !== null) toast.failed(failedWords(place), error, FAILED_S)
  }, [errorUpdatedAt])
  const downtime = useMemo(
    (): Downtime | undefined => data && withNames(data, reasons ?? [], tags ?? []),
    [data, reasons, tags],
  )
  const hasGroups = reasons?.some(({ group_name }) => group_name !== null) === true
  // Hours of another period than the stops would give a wrong share.
  const figures = read?.period === data?.period ? read?.figures : undefined
  const unread: ParetoSubject[] = [
    ...(reasons === undefined ? ['group' as const] : []),
    ...(tags === undefined ? ['tag' as const] : []),
  ]
  return { downtime, hasGroups, hasTags: tags !== undefined, unread, figures, error, isOld: isPlaceholderData, refetch }
}
