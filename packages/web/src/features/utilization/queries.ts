import { utilizationOfEquipment } from '@millwatch/contract/http/utilization'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** What a machine's percentage is made of, asked for when someone wants to know. */
export const machineFiguresQuery = (id: number, startDate: string, endDate: string) =>
  queryOptions({
    queryKey: ['machine-figures', id, startDate, endDate],
    queryFn: async ({ signal }) =>
      (await call(utilizationOfEquipment, { query: { ids: String(id), startDate, endDate }, signal })).equipment[0],
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
