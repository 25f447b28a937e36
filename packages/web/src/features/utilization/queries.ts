import type { Answer } from '@millwatch/contract/endpoint'
import {
  accountOfEquipment,
  sharesOfOrgUnit,
  utilizationOfEquipment,
  utilizationOfOrgUnits,
} from '@millwatch/contract/http/utilization'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { toIso } from '../../lib/clock.ts'
import type { Explainable, Figures } from './types.ts'

const keyOf = ({ place, from, to, shift }: Explainable) => [place.kind, place.id, from, to, shift] as const

const queryOf = ({ from, to, shift }: Explainable) => ({
  startDate: toIso(from),
  endDate: toIso(to),
  ...(shift === 1 || shift === 2 || shift === 3 ? { shift } : {}),
})

/**
 * Query that reads the figures of a unit or machine over the period and shift of `explainable`. It fails if the server returns
 * none.
 */
export const figuresQuery = (explainable: Explainable) =>
  queryOptions({
    queryKey: ['explained', 'figures', ...keyOf(explainable)],
    queryFn: async ({ signal }): Promise<Figures> => {
      const query = { ids: String(explainable.place.id), ...queryOf(explainable) }
      const lines =
        explainable.place.kind === 'unit'
          ? (await call(utilizationOfOrgUnits, { query, signal })).orgUnits
          : (await call(utilizationOfEquipment, { query, signal })).equipment
      const [figures] = lines
      if (figures === undefined) throw new Error('The server returned no figures')
      return figures
    },
  })

export type Shares = Omit<Answer<typeof sharesOfOrgUnit>, 'status'>

/**
 * Query that reads the share of each machine in the sums of a unit over the period and shift of `explainable`, also of machines
 * that left it.
 */
export const sharesQuery = (explainable: Explainable) =>
  queryOptions({
    queryKey: ['explained', 'shares', ...keyOf(explainable)],
    queryFn: ({ signal }): Promise<Shares> =>
      call(sharesOfOrgUnit, { params: { id: explainable.place.id }, query: queryOf(explainable), signal }),
  })

export type AccountPage = Omit<Answer<typeof accountOfEquipment>, 'status'>

/**
 * Query that reads the intervals of a machine page by page, with the way in which each counts; with `orgUnitId` the way in which
 * it counts in the sums of that unit.
 */
export const accountQuery = (explainable: Explainable, orgUnitId: number | undefined) =>
  infiniteQueryOptions({
    queryKey: ['explained', 'account', ...keyOf(explainable), orgUnitId],
    queryFn: ({ signal, pageParam }): Promise<AccountPage> => {
      const query = {
        ...queryOf(explainable),
        ...(orgUnitId === undefined ? {} : { orgUnitId }),
        ...(pageParam === null ? {} : { after: pageParam }),
      }
      return call(accountOfEquipment, { params: { id: explainable.place.id }, query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.more_after,
  })
