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
  /** True when a page signs in, whose browser is to be known from now on. */
  readonly isFromPage: boolean
}

type SignInNeeds = Pick<Needs, 'database' | 'clock' | 'signingKey' | 'throttle' | 'desk' | 'logger' | 'canMail'>

/** Sign-in whose password was right, and which a second factor completes. */
export interface Incomplete {
  readonly step: string
  readonly expiresAt: number
  readonly kinds: FactorKinds
}

interface SignedIn {
  readonly result: Opened<PersonSession> | Choice | Incomplete
  /** Id by which the browser is known from now on; undefined for programs, and before the sign-in is complete. */
  readonly browser: string | undefined
}

/**
 * Checks the password and opens a session; returns the companies to choose from instead when a person of several names
 * none, and a signed step when the person has a second factor, before anything of companies is looked at. First accepts the
 * invitations of a person without a company. An unknown user, a wrong password and a foreign company give the same 401; 429 after
 * too many failures. A right password that somebody else chose gives a 401 of its own if it was not replaced within 30 days.
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

const day = 24 * 60 * 60_000
/** Time within which a password that somebody else chose must be replaced. */
const firstPasswordMs = 30 * day

/** Returns true for a password that somebody else chose and that its person did not replace in time. */
const isFirstPasswordOver = ({ mustChangePassword, passwordChosenAt }: DirectoryUser, now: number): boolean =>
  mustChangePassword && now - passwordChosenAt > firstPasswordMs

/** Stores a new hash if the old one is outdated, as the password is available only now. Returns the stored hash. */
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
