import {
  changePassword as changePasswordCall,
  requestPasswordReset,
  resetPassword as resetPasswordCall,
  verifyPasswordReset,
} from '@millwatch/contract/http/identity-password'
import type { Needs } from '../../platform/calls/needs.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { changePassword } from './change-password.ts'
import { resetPassword, userOfResetToken } from './reset-password.ts'

export function passwordRoutes(router: Router, deps: Needs): void {
  const { throttle, sessions } = deps

  router.open(requestPasswordReset, async ({ body, ip }) => {
    await throttle.guess('reset_request', ip)
    deps.desk.take(body.username)
    return null
  })

  router.open(verifyPasswordReset, async ({ query, ip }) => {
    const user = await userOfResetToken(deps, query.token, ip)
    return success({ username: user.email })
  })

  router.open(resetPasswordCall, async ({ body, ip }) => {
    await resetPassword(deps, { ...body, ip })
    sessions.forgetAll()
    return success({})
  })

  router.person(changePasswordCall, async ({ body, caller, inCompany }) => {
    const { userId, sessionId } = caller
    const change = { userId, sessionId, current: body.current_password, wanted: body.password }
    await changePassword(deps, change, inCompany)
    sessions.forgetAll()
    return success({})
  })
}
