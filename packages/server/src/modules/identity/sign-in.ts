import { DAY_MS } from '@millwatch/domain/time'
import type { Needs } from '../../platform/calls/needs.ts'
import { Unauthorized } from '../../platform/errors.ts'
import { type Choice, enterableCompanies, enterCompany } from './enter-company.ts'
import type { Opened, Origin } from './open-session.ts'
import { hashPassword, isOutdated, verifyPassword } from './password.ts'
import { signedStep, stepAt } from './sign-in-step.ts'
import { type FactorKinds, factorKinds } from './store-directory-second-factor.ts'
import type { PersonSession } from './store-directory-sessions.ts'
import {
  type DirectoryUser,
  findUser,
  findUserByEmail,
  normalEmail,
  renewPasswordHash,
} from './store-directory-users.ts'
import { tooMany } from './throttle.ts'

export interface SignIn extends Origin {
  readonly username: string
  readonly password: string
  readonly companyId: number | undefined
  /** Id of the browser if it is known from an earlier sign-in. */
  readonly browser: string | undefined
  /** True when a page signs in, whose browser is recognized from then on. */
  readonly isFromPage: boolean
}

type SignInNeeds = Pick<Needs, 'database' | 'clock' | 'signingKey' | 'throttle' | 'desk' | 'logger' | 'canMail'>

/** Sign-in whose password was right, and which a second factor must complete. `expiresAt` is epoch ms. */
export interface Incomplete {
  readonly step: string
  readonly expiresAt: number
  readonly kinds: FactorKinds
}

interface SignedIn {
  readonly result: Opened<PersonSession> | Choice | Incomplete
  /** Id by which the browser is recognized from now on; undefined for programs, and if a second factor must follow. */
  readonly browser: string | undefined
}

/**
 * Checks the password and opens a session. Returns a signed step instead if the person has a second factor, else the companies to
 * choose from if a person of several named none. First accepts the invitations of a person without a company. The same 401 for an
 * unknown user, a wrong password and a foreign company, another 401 for a password of somebody else's choice that was not
 * replaced within 30 days, 429 after too many failures.
 */
export async function signIn(deps: SignInNeeds, request: SignIn): Promise<SignedIn> {
  const { username, password, companyId, ip, userAgent, isFromPage } = request
  const attempt = await deps.throttle.begin(normalEmail(username), request)
  const user = await findUserByEmail(deps.database, username)
  // A hash is always checked, so that the time of the answer does not reveal known networks of the account.
  const isRight = await verifyPassword(attempt.isChecked ? user?.passwordHash : undefined, password)
  if (!user || !isRight) {
    deps.logger.info({ ip, throttled: attempt.waitMs > 0 }, 'A sign-in failed')
    if (attempt.isFirstAbove) deps.desk.takeGuesses(username)
    throw attempt.waitMs > 0 ? tooMany(attempt.waitMs) : new Unauthorized('invalid_login')
  }
  if (isFirstPasswordOver(user, deps.clock.now())) throw new Unauthorized('first_password_expired')
  const kinds = await factorKinds(deps.database, user.userId)
  if (kinds.app || kinds.passkey) {
    await attempt.passed()
    const passwordHash = await renewOutdated(deps, user, password)
    const step = stepAt(deps.clock.now(), { userId: user.userId, companyId: companyId ?? null, accepted: null })
    return {
      result: { step: signedStep(deps.signingKey, step, passwordHash), expiresAt: step.expiresAt, kinds },
      browser: undefined,
    }
  }
  const companies = await enterableCompanies(deps, user, companyId)
  const browser = await attempt.succeeded(isFromPage)
  const passwordHash = await renewOutdated(deps, user, password)
  const entered = { user, companies, proof: { passwordHash } }
  return { result: await enterCompany(deps, entered, { ip, userAgent }), browser }
}

/** Time (ms) within which a password that somebody else chose must be replaced. */
const firstPasswordMs = 30 * DAY_MS

/** Returns true for a password that somebody else chose more than 30 days ago and that its person has not replaced. */
const isFirstPasswordOver = ({ mustChangePassword, passwordChosenAt }: DirectoryUser, now: number): boolean =>
  mustChangePassword && now - passwordChosenAt > firstPasswordMs

/**
 * Stores a new hash of the password if the old one was computed at a lower cost, as the password is available only now, and
 * returns the stored hash. If another request stored a hash first, returns that; 401 if it is of another password.
 */
async function renewOutdated({ database }: SignInNeeds, user: DirectoryUser, password: string): Promise<string> {
  const { userId, passwordHash } = user
  if (!isOutdated(passwordHash)) return passwordHash
  const renewed = await hashPassword(password)
  if (await renewPasswordHash(database, userId, passwordHash, renewed)) return renewed
  // Another request stored a new hash first, of the same or of another password.
  const storedHash = (await findUser(database, userId))?.passwordHash
  if (storedHash === undefined || !(await verifyPassword(storedHash, password))) throw new Unauthorized('invalid_login')
  return storedHash
}
