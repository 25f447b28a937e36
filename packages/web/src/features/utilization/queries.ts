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

const asked = ({ from, to, shift }: Explainable) => ({
  startDate: toIso(from),
  endDate: toIso(to),
  ...(shift === 1 || shift === 2 || shift === 3 ? { shift } : {}),
})

/** The figures of a place over the period it was read for. */
export const figuresQuery = (of: Explainable) =>
  queryOptions({
    queryKey: ['explained', 'figures', ...keyOf(of)],
    queryFn: async ({ signal }): Promise<Figures> => {
      const query = { ids: String(of.place.id), ...asked(of) }
      const lines =
        of.place.kind === 'unit'
          ? (await call(utilizationOfOrgUnits, { query, signal })).orgUnits
          : (await call(utilizationOfEquipment, { query, signal })).equipment
      const [figures] = lines
      if (figures === undefined) throw new Error('No figures were answered')
      return figures
    },
  })

export type Shares = Omit<Answer<typeof sharesOfOrgUnit>, 'status'>

/** What each machine adds to the sums of a unit. */
export const sharesQuery = (of: Explainable) =>
  queryOptions({
    queryKey: ['explained', 'shares', ...keyOf(of)],
    queryFn: ({ signal }): Promise<Shares> =>
      call(sharesOfOrgUnit, { params: { id: of.place.id }, query: asked(of), signal }),
  })

export type AccountPage = Omit<Answer<typeof accountOfEquipment>, 'status'>

/** The stretches of a machine; with `orgUnitId` as it counts in the sums of that unit. */
export const accountQuery = (of: Explainable, orgUnitId: number | undefined) =>
  infiniteQueryOptions({
    queryKey: ['explained', 'account', ...keyOf(of), orgUnitId],
    queryFn: ({ signal, pageParam }): Promise<AccountPage> => {
      const query = {
        ...asked(of),
        ...(orgUnitId === undefined ? {} : { orgUnitId }),
        ...(pageParam === null ? {} : { after: pageParam }),
      }
      return call(accountOfEquipment, { params: { id: of.place.id }, query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.more_after,
  })
