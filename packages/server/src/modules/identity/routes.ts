import { createSession, endSession, getUser } from '@millwatch/contract/http/sessions'
import { Unauthorized } from '../../platform/errors.ts'
import { toIso } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { presentUser } from './present.ts'
import { longestMs, type SessionCache } from './session-cache.ts'
import { type SessionDeps, signIn, signOut } from './sessions.ts'

export function identityRoutes(router: Router, deps: SessionDeps, sessions: SessionCache): void {
  router.open(createSession, async ({ body, ip, cookie }) => {
    const { username, password, company_id: companyId } = body
    const result = await signIn(deps, { username, password, companyId, ip })
    if (result.kind === 'choice') {
      const companies = result.companies.map((one) => ({ id: one.companyId, name: one.companyName }))
      return { companies, default_company_id: result.companies[0]?.companyId ?? 0 }
    }
    const { token, session } = result
    const answer = {
      expires_at: toIso(session.expiresAt),
      user: presentUser(session),
      must_change_password: session.mustChangePassword,
    }
    if (!body.cookie) return { token, ...answer }
    cookie.set(token, longestMs / 1000)
    return answer
  })

  router.person(endSession, async ({ caller, token, cookie, inCompany }) => {
    await inCompany((ctx) => signOut(ctx, caller.sessionId))
    sessions.forget(token)
    cookie.clear()
    return success({})
  })

  router.person(getUser, async ({ token }) => {
    const session = await sessions.find(token)
    if (!session) throw new Unauthorized()
    return success({ user: presentUser(session), expires_at: toIso(session.expiresAt) })
  })
}
