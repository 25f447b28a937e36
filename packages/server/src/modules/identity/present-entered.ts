import type { Needs } from '../../platform/calls/needs.ts'
import { toIso } from '../../platform/http/instants.ts'
import type { Choice } from './enter-company.ts'
import type { Opened } from './open-session.ts'
import { endFormer } from './own-sessions.ts'
import { presentUser } from './present.ts'
import { cookieAgeS } from './session-times.ts'
import type { Incomplete } from './sign-in.ts'
import type { OpenSession, PersonSession } from './store-directory-sessions.ts'

/** Session cookie of the browser: the value in the request, and the function that sets it in the answer. */
interface SessionCookie {
  readonly sent: string | undefined
  set(value: string, maxAgeS: number): void
}

/**
 * Gives a new token to the caller: in a cookie if wanted, else in the answer. Returns the end of the session, and the token
 * unless it is in a cookie. With a cookie, ends the session that the browser had before.
 */
export async function handOver(
  deps: Needs,
  cookie: SessionCookie,
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

/** Returns the part of the answer to a sign-in with the person, and if the password must be changed. */
export const personal = (session: PersonSession) => ({
  user: presentUser(session),
  must_change_password: session.mustChangePassword,
})

export const presentChoice = ({ companies, defaultCompanyId }: Choice) => ({
  companies: companies.map(({ companyId, companyName }) => ({ id: companyId, name: companyName })),
  default_company_id: defaultCompanyId,
})

/**
 * Returns the answer to a right password after which a second factor is needed: the step, its end, and the kinds of factors that
 * the person has.
 */
export const presentStep = ({ step, expiresAt, kinds }: Incomplete) => ({
  step,
  step_expires_at: toIso(expiresAt),
  second_factors: (['app', 'passkey'] as const).filter((kind) => kinds[kind]),
})
