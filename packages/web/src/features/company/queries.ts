import type { Answer } from '@millwatch/contract/endpoint'
import { listAddins } from '@millwatch/contract/http/addins'
import type { getCompany } from '@millwatch/contract/http/company'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type CompanyFacts = Omit<Answer<typeof getCompany>['company'], 'tree'>
export type CompanyAddin = Answer<typeof listAddins>['addins'][number]

export const addinsQuery = queryOptions({
  queryKey: ['addins'],
  queryFn: async ({ signal }) => (await call(listAddins, { signal })).addins,
})
