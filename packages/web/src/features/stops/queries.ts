import type { Answer } from '@millwatch/contract/endpoint'
import { restatementsOfEquipment } from '@millwatch/contract/http/reports-status'
import { readInterval } from '@millwatch/contract/http/status'
import { listReasons } from '@millwatch/contract/http/stops-reasons'
import { byNaturalOrder } from '@millwatch/domain/tree'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { now, toIso } from '../../lib/clock.ts'

/** Interval of status as the API returns it, with its reason, notes, parts and figures. */
export type StatusInterval = Answer<typeof readInterval>['stretch']
export type Restatement = Answer<typeof restatementsOfEquipment>['restatements'][number]

/** Interval at which an open interval of status is read again, ms. */
const OPEN_REFRESH_MS = 60_000

export const intervalKey = (id: number) => ['interval', id] as const

export const intervalQuery = (id: number) =>
  queryOptions({
    queryKey: intervalKey(id),
    queryFn: async ({ signal }) => (await call(readInterval, { params: { id }, signal })).stretch,
    refetchInterval: ({ state }) =>
      state.error instanceof ApiError || state.data?.ended_at != null ? false : OPEN_REFRESH_MS,
  })

/** Query that reads the active reasons offered on a machine, favourites first, then by name. */
export const reasonsQuery = (machineId: number) =>
  queryOptions({
    queryKey: ['reasons', machineId],
    queryFn: async ({ signal }) => {
      const { reasons } = await call(listReasons, { query: { equipId: machineId }, signal })
      return reasons.toSorted((a, b) => Number(b.favorite) - Number(a.favorite) || byNaturalOrder(a.name, b.name))
    },
    staleTime: 300_000,
  })

/** Id, name and favourite mark of a reason. */
type Offered = Pick<Answer<typeof listReasons>['reasons'][number], 'id' | 'name' | 'favorite'>

/**
 * Returns reasons as the options of a field. If there are favourites, they come first under a heading and the others under a
 * second one; else the options have no heading.
 */
export function reasonOptions(reasons: readonly Offered[]) {
  const options = (isFavorite: boolean) =>
    reasons
      .filter(({ favorite }) => favorite === isFavorite)
      .map(({ id, name }) => ({ value: String(id), label: name }))
  const [favorites, others] = [options(true), options(false)]
  if (favorites.length === 0) return others
  return [
    { label: 'Favorites', options: favorites },
    { label: 'All reasons', options: others },
  ].filter((group) => group.options.length > 0)
}

/**
 * Query that reads the restatements of a machine whose ranges touch the time between two instants (epoch ms), the latest first,
 * at most 1,000; `to` null: up to now.
 */
export const restatementsQuery = (machineId: number, from: number, to: number | null) =>
  queryOptions({
    queryKey: ['restatements', machineId, from, to],
    queryFn: async ({ signal }) => {
      const query = { startDate: toIso(from), endDate: toIso(to ?? now()) }
      return (await call(restatementsOfEquipment, { params: { id: machineId }, query, signal })).restatements
    },
  })
