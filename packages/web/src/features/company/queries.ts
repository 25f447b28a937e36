import type { Answer, Body } from '@millwatch/contract/endpoint'
import { createAddin, deleteAddin, listAddins, updateAddin } from '@millwatch/contract/http/addins'
import { deleteLogo, type getCompany, putLogo, updateCompany } from '@millwatch/contract/http/company'
import { queryOptions } from '@tanstack/react-query'
import { call, sendFile } from '../../lib/api.ts'

export type CompanyFacts = Omit<Answer<typeof getCompany>['company'], 'tree'>
export type CompanyAddin = Answer<typeof listAddins>['addins'][number]
export type WantedAddin = Body<typeof createAddin>

export const addinsQuery = queryOptions({
  queryKey: ['addins'],
  queryFn: async ({ signal }) => (await call(listAddins, { signal })).addins,
})

export const saveTimeZone = (timezone: string) => call(updateCompany, { body: { orgUnit: { timezone } } })
export const saveLogo = (picture: File) => sendFile(putLogo, picture)
export const removeLogo = () => call(deleteLogo, {})

/**
 * Creates an add-in on the server (`id` undefined), or updates the one with this id. The answer contains a key (`sso_key`) by
 * which the add-in's server verifies users.
 */
export const saveAddin = (id: number | undefined, wanted: WantedAddin) =>
  id === undefined ? call(createAddin, { body: wanted }) : call(updateAddin, { params: { id }, body: wanted })
export const removeAddin = (id: number) => call(deleteAddin, { params: { id } })
