import {
  createHandoff,
  createSession,
  endOneSession,
  endOtherSessions,
  endSession,
  exchangeCode,
  listSessions,
  renewSession,
} from '@millwatch/contract/http/identity'
import type { Needs } from '../../platform/calls/needs.ts'
import { Unauthorized } from '../../platform/errors.ts'
import { toIso } from '../../platform/http/instants.ts'
import { type Call, type Router, success } from '../../platform/http/route.ts'
import { exchange, handOff } from './handoff.ts'
import type { Opened } from './open-session.ts'
import {
  endFormer,
  endOtherSessions as endOthers,
  endOwnSession,
  renewSession as renew,
  signOut,
} from './own-sessions.ts'
import { presentKiosk, presentSession, presentUser } from './present.ts'
import { cookieAgeS } from './session-times.ts'
import { signIn } from './sign-in.ts'
import {
  type KioskSession,
  listSessionsOfUser,
  type OpenSession,
  type PersonSession,
} from './store-directory-sessions.ts'

type Cookie = Pick<Call<typeof createSession>, 'cookie'>['cookie']

/**
 * Hands a new token to the caller: in a cookie if wanted, else in the answer. With a cookie, ends the session that the
 * browser had before.
 */
async function handOver(
  deps: Needs,
  cookie: Cookie,
  wantsCookie: boolean | undefined,
  { token, session }: Opened<OpenSession>,
) {
  const answer = { expires_at: toIso(session.expiresAt) }
  if (!wantsCookie) return { token, ...answer }
  cookie.set(token, cookieAgeS(session.kind))
  const former = cookie.sent === undefined ? null : await deps.sessions.find(cookie.sent)
  if (former) await endFormer(deps, former)
  return answer
}

const personal = (session: PersonSession) => ({
  user: presentUser(session),
  must_change_password: session.mustChangePassword,
})

const isOfKiosk = (opened: Opened<OpenSession>): opened is Opened<KioskSession> => opened.session.kind === 'kiosk'
const isOfPerson = (opened: Opened<OpenSession>): opened is Opened<PersonSession> => opened.session.kind === 'user'

export function sessionRoutes(router: Router, deps: Needs): void {
  comingIn(router, deps)
  ownSessions(router, deps)
}

function comingIn(router: Router, deps: Needs): void {
  const { sessions, signingKey } = deps

  router.open(createSession, async ({ body, ip, userAgent, cookie }) => {
    const { username, password, company_id: companyId } = body
    const result = await signIn(deps, { username, password, companyId, ip, userAgent })
    if ('companies' in result) {
      const companies = result.companies.map((membership) => ({
        id: membership.companyId,
        name: membership.companyName,
      }))
      return { companies, default_company_id: result.defaultCompanyId }
    }
    return { ...(await handOver(deps, cookie, body.cookie, result)), ...personal(result.session) }
  })

  router.person(createHandoff, async ({ caller, inCompany }) => {
    const { userId, sessionId } = caller
    const { code, expiresAt } = await inCompany((ctx) => handOff(ctx, signingKey, { userId, sessionId }))
    return success({ code, expires_at: toIso(expiresAt) })
  })

  router.open(exchangeCode, async ({ body, ip, userAgent, cookie }) => {
    const opened = await exchange(deps, body.code, { ip, userAgent })
    const answer = await handOver(deps, cookie, body.cookie, opened)
    if (isOfKiosk(opened)) return { ...answer, kiosk: presentKiosk(opened.session) }
    if (isOfPerson(opened)) return { ...answer, ...personal(opened.session) }
    throw new Unauthorized('code_invalid')
  })

  router.signedIn(renewSession, async ({ body, token, isCookie, cookie }) => {
    const session = await sessions.find(token)
    // A token in the body must be the one of the calling session.
    if (!session || (body.token !== undefined && body.token !== token)) throw new Unauthorized()
    const expiresAt = await renew(deps, session)
    sessions.forgetAll()
    if (!isCookie) return success({ token, expires_at: toIso(expiresAt) })
    cookie.set(token, cookieAgeS(session.kind))
    return success({ expires_at: toIso(expiresAt) })
  })
}

function ownSessions(router: Router, { database, clock, sessions }: Needs): void {
  router.person(listSessions, async ({ caller }) => {
    const found = await listSessionsOfUser(database, caller.userId, clock.now())
    return success({ sessions: found.map((session) => presentSession(session, caller.sessionId)) })
  })

  router.person(endSession, async ({ caller, cookie, inCompany }) => {
    await inCompany((ctx) => signOut(ctx, caller.sessionId))
    sessions.forgetAll()
    cookie.clear()
    return success({})
  })

  router.person(endOneSession, async ({ params, caller, inCompany }) => {
    await inCompany((ctx) => endOwnSession(ctx, caller.userId, params.id))
    sessions.forgetAll()
    return success({})
  })

  router.person(endOtherSessions, async ({ caller, inCompany }) => {
    const ended = await inCompany((ctx) => endOthers(ctx, caller.userId, caller.sessionId))
    sessions.forgetAll()
    return success({ ended })
  })
}
