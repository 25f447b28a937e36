import * as calls from '@millwatch/contract/http/identity-password'
import { type ModuleCall, nothing, personOf, preparedCommand, publicCall } from '../../platform/calls/calls.ts'
import { changePassword, checkChange } from './change-password.ts'
import { resetPassword, userOfResetToken } from './reset-password.ts'
import { findCompany } from './store-directory-companies.ts'

export const passwordCalls: readonly ModuleCall[] = [
  publicCall(calls.requestPasswordReset, async ({ body, ip }, { throttle, desk }) => {
    await throttle.guess('reset_request', ip)
    desk.take(body.username)
    return nothing()
  }),

  publicCall(calls.verifyPasswordReset, async ({ query, ip }, needs) => {
    const { user, companyId } = await userOfResetToken(needs, query.token, ip)
    const company = companyId === null ? undefined : await findCompany(needs.database, companyId)
    return { username: user.email, company_name: company?.name ?? null }
  }),

  publicCall(calls.resetPassword, async ({ body, ip }, needs) => {
    await resetPassword(needs, { ...body, ip })
    needs.sessions.forgetAll()
    return nothing()
  }),

  preparedCommand(calls.changePassword, {
    prepare: (request, needs) => {
      const { current_password: current, password: wanted } = request.body
      return checkChange(needs, { userId: personOf(request).userId, current, wanted })
    },
    action: (ctx, checked, request) => changePassword(ctx, checked, personOf(request).sessionId),
    present: nothing,
    committed: ({ sessions }) => sessions.forgetAll(),
  }),
]
