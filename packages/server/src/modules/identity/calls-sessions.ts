import * as calls from '@millwatch/contract/http/identity'
import {
  type CallRequest,
  command,
  handWritten,
  type ModuleCall,
  nothing,
  personOf,
  preparedCommand,
  publicCall,
  question,
} from '../../platform/calls/calls.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import { Unauthorized } from '../../platform/errors.ts'
import { toIso } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { browserIn } from './browser.ts'
import { exchange, handOff } from './handoff.ts'
import { knowBrowser, setBrowser } from './known-browser.ts'
import type { Opened } from './open-session.ts'
import { requireOwnPassword } from './own-password.ts'
import { endOtherSessions, endOwnSession, renewSession, signOut } from './own-sessions.ts'
import { presentKiosk, presentSession } from './present.ts'
import { handOver, personal, presentChoice, presentStep } from './present-entered.ts'
import { cookieAgeS } from './session-times.ts'
import { signIn } from './sign-in.ts'
import {
  type KioskSession,
  listSessionsOfUser,
  type OpenSession,
  type PersonSession,
} from './store-directory-sessions.ts'

const isOfKiosk = (opened: Opened<OpenSession>): opened is Opened<KioskSession> => opened.session.kind === 'kiosk'
const isOfPerson = (opened: Opened<OpenSession>): opened is Opened<PersonSession> => opened.session.kind === 'user'

const entranceCalls: readonly ModuleCall[] = [
  publicCall(calls.createSession, async ({ body, ip, userAgent, cookie, browserCookie }, needs) => {
    const { username, password, company_id: companyId, cookie: isFromPage = false } = body
    const from = { ip, userAgent, isFromPage, browser: browserIn(needs.browserSecret, browserCookie.sent) }
    const { result, browser } = await signIn(needs, { username, password, companyId, ...from })
    const remember = () => {
      if (browser !== undefined) setBrowser(needs, browserCookie, browser)
    }
    if ('step' in result) return presentStep(result)
    if ('companies' in result) {
      remember()
      return presentChoice(result)
    }
    const answer = { ...(await handOver(needs, cookie, body.cookie, result)), ...personal(result.session) }
    remember()
    return answer
  }),

  command(
    calls.createHandoff,
    (ctx, request, { signingKey }) => handOff(ctx, signingKey, personOf(request)),
    ({ code, expiresAt }) => ({ code, expires_at: toIso(expiresAt) }),
  ),

  publicCall(calls.exchangeCode, async ({ body, ip, userAgent, cookie, browserCookie }, needs) => {
    const opened = await exchange(needs, body.code, { ip, userAgent })
    const answer = await handOver(needs, cookie, body.cookie, opened)
    if (body.cookie) await knowBrowser(needs, browserCookie, opened.session)
    if (isOfKiosk(opened)) return { ...answer, kiosk: presentKiosk(opened.session) }
    if (isOfPerson(opened)) return { ...answer, ...personal(opened.session) }
    throw new Unauthorized('code_invalid')
  }),
]

function renewalRoute(router: Router, needs: Needs): void {
  const { sessions } = needs
  router.signedIn(calls.renewSession, async ({ body, token, isCookie, cookie, browserCookie }) => {
    const session = await sessions.find(token)
    // A token in the body must be the one of the calling session.
    if (!session || (body.token !== undefined && body.token !== token)) throw new Unauthorized()
    const expiresAt = await renewSession(needs, session)
    sessions.forgetAll()
    if (!isCookie) return success({ token, expires_at: toIso(expiresAt) })
    cookie.set(token, cookieAgeS(session.kind))
    await knowBrowser(needs, browserCookie, session)
    return success({ expires_at: toIso(expiresAt) })
  })
}

const askAgain = (
  request: CallRequest<typeof calls.endOneSession> | CallRequest<typeof calls.endOtherSessions>,
  needs: Needs,
) => requireOwnPassword(needs, personOf(request).userId, request.body.current_password)

const forgetSessions = ({ sessions }: Needs) => sessions.forgetAll()

const ownSessionCalls: readonly ModuleCall[] = [
  question(calls.listSessions, async (ctx, request, { now }) => {
    const { userId, sessionId } = personOf(request)
    const found = await listSessionsOfUser(ctx.tx, userId, now)
    return { sessions: found.map((session) => presentSession(session, sessionId)) }
  }),

  command(
    calls.endSession,
    (ctx, request) => signOut(ctx, personOf(request).sessionId),
    nothing,
    (needs, { cookie }) => {
      forgetSessions(needs)
      cookie.clear()
    },
  ),

  preparedCommand(calls.endOneSession, {
    prepare: askAgain,
    action: (ctx, _person, request) => endOwnSession(ctx, personOf(request).userId, request.params.id),
    present: nothing,
    committed: forgetSessions,
  }),

  preparedCommand(calls.endOtherSessions, {
    prepare: askAgain,
    action: (ctx, _person, request) => endOtherSessions(ctx, personOf(request)),
    present: (ended) => ({ ended }),
    committed: forgetSessions,
  }),
]

export const sessionCalls: readonly ModuleCall[] = [...entranceCalls, handWritten(renewalRoute), ...ownSessionCalls]
