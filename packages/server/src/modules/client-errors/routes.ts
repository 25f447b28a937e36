import * as calls from '@millwatch/contract/http/client-errors'
import { toIso } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { reportClientError } from './client-errors.ts'
import { listClientErrors } from './store.ts'

const pageOf = 100

export function clientErrorsRoutes(router: Router): void {
  router.signedIn(calls.reportClientError, ({ body, inCompany }) =>
    inCompany(async (ctx) => {
      const { version, route, message, stack = null, browser = null } = body
      await reportClientError(ctx, { version, route, message, stack, browser })
      return success({})
    }),
  )
  router.signedIn(calls.listClientErrors, ({ query, inCompany }) =>
    inCompany(async (ctx) => {
      const rows = await listClientErrors(ctx, query.before ?? null, query.limit ?? pageOf)
      const errors = rows.map(({ occurredAt, userId, ...row }) => ({
        ...row,
        occurred_at: toIso(occurredAt),
        user_id: userId,
      }))
      return success({ client_errors: errors })
    }),
  )
}
