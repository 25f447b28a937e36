import * as calls from '@millwatch/contract/http/client-errors'
import { command, type Module, nothing, question } from '../../platform/calls/calls.ts'
import { toIso } from '../../platform/http/instants.ts'
import { reportClientError } from './client-errors.ts'
import { listClientErrors } from './store.ts'

const ON_A_PAGE = 100

export const clientErrorsModule: Module = {
  calls: [
    command(
      calls.reportClientError,
      (ctx, { body: { version, route, message, stack = null, browser = null } }) =>
        reportClientError(ctx, { version, route, message, stack, browser }),
      nothing,
    ),
    question(calls.listClientErrors, async (ctx, { query }) => {
      const rows = await listClientErrors(ctx, query.before ?? null, query.limit ?? ON_A_PAGE)
      const errors = rows.map(({ occurredAt, userId, ...row }) => ({
        ...row,
        occurred_at: toIso(occurredAt),
        user_id: userId,
      }))
      return { client_errors: errors }
    }),
  ],
}
