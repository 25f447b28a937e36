import { DAY_MS } from '@millwatch/domain/time'
import type { Needs } from '../../platform/calls/needs.ts'
import { Unauthorized } from '../../platform/errors.ts'
import type { Reached } from '../../platform/http/origin.ts'
import type { AcceptedFactor } from './accept-code.ts'
import { acceptFactor } from './accept-factor.ts'
import { type Choice, enterableCompanies, enterCompany } from './enter-company.ts'
import { wrongCodesMail } from './mails-second-factor.ts'
import type { Opened, Origin } from './open-session.ts'
import { requireParty } from './passkey-party.ts'
import { isSigned, readStep, type SignInStep, signedStep, stepAt } from './sign-in-step.ts'
import { writeAccountMail } from './store-directory-mail.ts'
import { onFactors } from './store-directory-second-factor.ts'
import type { PersonSession } from './store-directory-sessions.ts'
import { type DirectoryUser, findUser } from './store-directory-users.ts'
import { tooMany } from './throttle.ts'
import type { SentAssertion } from './webauthn.ts'

type Completing = Pick<Needs, 'database' | 'clock' | 'signingKey' | 'throttle' | 'logger' | 'canMail' | 'passkeyUrl'>

interface Completion extends Origin {
  /** Signed step that the answer to the password contained. */
  readonly step: string
  /** Code as the person typed it; undefined for a passkey, and once a second factor was accepted. */
  readonly code: string | undefined
  readonly passkey: SentAssertion | undefined
  readonly reached: Reached
  readonly companyId: number | undefined
  readonly browser: string | undefined
  readonly isFromPage: boolean
}

interface Completed {
  readonly result: Opened<PersonSession> | (Choice & { readonly step: string })
  /**
   * Id by which the browser is recognized from now on; undefined for programs, and if the factor was accepted in an earlier step.
   */
  readonly browser: string | undefined
}

/**
 * Completes a sign-in by a second factor and opens a session. If the person is in several companies and named none, returns these
 * companies and another step instead. 401 for a wrong factor, for a step that is over, and without a company to enter; 409 for a
 * passkey where passkeys cannot be used; 429 after too many wrong factors, of which the person is mailed at most once a day.
 */
export async function completeSignIn(deps: Completing, request: Completion): Promise<Completed> {
  const { signingKey, clock } = deps
  const { user, step } = await stepOf(deps, request.step)
  const { accepted, browser } =
    step.accepted === null ? await proven(deps, user, request) : { accepted: step.accepted, browser: undefined }
  const companies = await enterableCompanies(deps, user, request.companyId ?? step.companyId ?? undefined)
  const entered = { user, companies, proof: { passwordHash: user.passwordHash, code: accepted } }
  const result = await enterCompany(deps, entered, { ip: request.ip, userAgent: request.userAgent })
  if (!('companies' in result)) return { result, browser }
  const next = stepAt(clock.now(), { userId: user.userId, companyId: null, accepted })
  return { result: { ...result, step: signedStep(signingKey, next, user.passwordHash) }, browser }
}

/**
 * Returns the step of a sign-in in a text, and its person. 401 for a step that has expired, that this installation did not sign,
 * or whose person is gone or has another password since.
 */
export async function stepOf(
  { database, clock, signingKey }: Pick<Completing, 'database' | 'clock' | 'signingKey'>,
  text: string,
): Promise<{ user: DirectoryUser; step: SignInStep }> {
  const step = readStep(text)
  const user = step && (await findUser(database, step.userId))
  const holds = user && isSigned(signingKey, text, user.passwordHash) && clock.now() < step.expiresAt
  if (!holds) throw new Unauthorized('step_invalid')
  return { user, step }
}

async function proven(
  deps: Completing,
  user: DirectoryUser,
  { step, code, passkey: assertion, reached, ip, browser, isFromPage }: Completion,
): Promise<{ accepted: AcceptedFactor; browser: string | undefined }> {
  const { database, clock, throttle, logger } = deps
  const use = { use: 'sign_in', holder: step } as const
  const passkey = assertion === undefined ? undefined : { assertion, party: requireParty(deps, reached), use }
  const attempt = await throttle.begin(user.email, { ip, browser }, 'code')
  const accepted = attempt.isChecked
    ? await onFactors(database, (tx) => acceptFactor(tx, deps, user, { code, passkey }))
    : null
  if (accepted !== null) return { accepted, browser: await attempt.succeeded(isFromPage) }
  logger.info({ ip, userId: user.userId, throttled: attempt.waitMs > 0 }, 'A second factor was wrong')
  if (attempt.isFirstAbove) {
    const at = clock.now()
    await writeAccountMail(database, clock, wrongCodesMail(user, { at, day: Math.floor(at / DAY_MS) }))
  }
  throw attempt.waitMs > 0
    ? tooMany(attempt.waitMs)
    : new Unauthorized(passkey === undefined ? 'second_factor_wrong' : 'passkey_wrong')
}
