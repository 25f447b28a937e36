import { originsOfAddins } from '../modules/addins/index.ts'
import type { Needs } from '../platform/calls/needs.ts'
import { type Authenticate, actorOf, sentFrom } from '../platform/http/caller.ts'
import { tokenInCookies } from '../platform/http/cookie.ts'
import type { ForeignOf } from '../platform/http/pages.ts'

/**
 * Returns a function that gives the origins of other servers which the page of a request may show: the origins of the add-ins of
 * the signed-in person's company. It gives empty lists for all other callers.
 */
export function foreignOf({
  database,
  clock,
  authenticate,
}: Pick<Needs, 'database' | 'clock'> & { readonly authenticate: Authenticate }): ForeignOf {
  return async (request) => {
    const token = tokenInCookies(request.headers.cookie, request)
    const caller = token === undefined ? null : await authenticate(token, sentFrom(request))
    if (caller?.kind !== 'user') return { frames: [], images: [] }
    const { companyId } = caller
    return database.inCompany(companyId, (tx) => originsOfAddins({ companyId, actor: actorOf(caller), tx, clock }))
  }
}
