import type { Answer } from '@millwatch/contract/endpoint'
import { listClientErrors } from '@millwatch/contract/http/client-errors'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type PageError = Answer<typeof listClientErrors>['client_errors'][number]

export const ERRORS_AT_ONCE = 50

export const pageErrorsQuery = (before: number | undefined) =>
  queryOptions({
    queryKey: ['client-errors', before],
    queryFn: async ({ signal }) => {
      const query = { limit: ERRORS_AT_ONCE, ...(before === undefined ? {} : { before }) }
      return (await call(listClientErrors, { query, signal })).client_errors
    },
    placeholderData: keepPreviousData,
  })
