import type { Needs } from '../../platform/calls/needs.ts'
import { Unauthorized } from '../../platform/errors.ts'
import type { AcceptedFactor } from './accept-code.ts'
import { joinWhereInvited } from './invitations.ts'
import { type Opened, type Origin, openPersonSession } from './open-session.ts'
import { listMemberships, type Membership } from './store-directory-memberships.ts'
import type { PersonSession } from './store-directory-sessions.ts'
import type { DirectoryUser } from './store-directory-users.ts'

type EnterNeeds = Pick<Needs, 'database' | 'clock' | 'signingKey' | 'canMail'>

/** Companies that a person may enter, of which one must be chosen, and the default one. */
export interface Choice {
  readonly companies: readonly Membership[]
  readonly defaultCompanyId: number
}

/**
 * Returns the companies that a sign-in may open: all companies of the person, or only the one with the id `companyId`. First
 * accepts the invitations of a person without a company. 401 if no company is left.
 */
export async function enterableCompanies(
  deps: EnterNeeds,
  { userId }: DirectoryUser,
  companyId: number | undefined,
): Promise<readonly Membership[]> {
  const memberships = await companiesOf(deps, userId)
  const wanted =
    companyId === undefined ? memberships : memberships.filter((membership) => membership.companyId === companyId)
  if (wanted.length === 0) throw new Unauthorized('invalid_login')
  return wanted
}

interface Entering {
  readonly user: DirectoryUser
  readonly companies: readonly Membership[]
  readonly proof: { readonly passwordHash: string; readonly code?: AcceptedFactor }
}

/**
 * Opens a session if there is one company only; else returns the companies to choose from, with the default one: that of the
 * person, or the first. 401 if there is none, or the password was changed meanwhile.
 */
export async function enterCompany(
  deps: EnterNeeds,
  { user, companies, proof: basis }: Entering,
  origin: Origin,
): Promise<Opened<PersonSession> | Choice> {
  const [only] = companies
  if (!only) throw new Unauthorized('invalid_login')
  if (companies.length > 1) return { companies, defaultCompanyId: defaultOf(user, companies) ?? only.companyId }
  return openPersonSession(deps, { ...only, userId: user.userId, proof: basis }, origin)
}

async function companiesOf(needs: EnterNeeds, userId: number): Promise<Membership[]> {
  const memberships = await listMemberships(needs.database, userId)
  if (memberships.length > 0 || !(await joinWhereInvited(needs, userId))) return memberships
  return listMemberships(needs.database, userId)
}

function defaultOf({ defaultCompanyId }: DirectoryUser, companies: readonly Membership[]): number | undefined {
  return companies.find((membership) => membership.companyId === defaultCompanyId)?.companyId
}
