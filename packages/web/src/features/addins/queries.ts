import type { Answer } from '@millwatch/contract/endpoint'
import { listAddins, signInToAddin } from '@millwatch/contract/http/addins'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import type { Subject } from '../../scope/subject.ts'

export type Addin = Answer<typeof listAddins>['addins'][number]

const FRESH_MS = 5 * 60_000

/** Query that reads the add-ins of the company, sorted by name. The answer is used for 5 minutes before it is read again. */
export const addinsQuery = queryOptions({
  queryKey: ['addins'],
  queryFn: async ({ signal }) => (await call(listAddins, { signal })).addins,
  staleTime: FRESH_MS,
})

/** Returns true if the add-in is enabled for the subject on screen: for machines if the subject is a machine, else for units. */
export const isFor = (addin: Addin, { which }: Subject): boolean =>
  which === 'e' ? addin.equipment_enabled : addin.org_unit_enabled

/**
 * Requests a token from the server that identifies the user to this add-in only, and returns it. It is valid for 5 minutes.
 * Throws an error if the server refuses.
 */
export const askToken = async (addinId: number): Promise<string> =>
  (await call(signInToAddin, { body: { addin_id: addinId } })).sso_token
