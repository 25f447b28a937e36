import type { Answer } from '@millwatch/contract/endpoint'
import { listAddins, signInToAddin } from '@millwatch/contract/http/addins'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import type { Subject } from '../../scope/subject.ts'

export type Addin = Answer<typeof listAddins>['addins'][number]

const FRESH_MS = 5 * 60_000

/** The add-ins of the company, by name. */
export const addinsQuery = queryOptions({
  queryKey: ['addins'],
  queryFn: async ({ signal }) => (await call(listAddins, { signal })).addins,
  staleTime: FRESH_MS,
})

/** Whether an add-in is for machines, or for units. */
export const isFor = (addin: Addin, { which }: Subject): boolean =>
  which === 'e' ? addin.equipment_enabled : addin.org_unit_enabled

/** A token that says to this add-in, and to no other, who looks at it. */
export const askToken = async (addinId: number): Promise<string> =>
  (await call(signInToAddin, { body: { addin_id: addinId } })).sso_token
