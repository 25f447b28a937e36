import type { Role } from '@millwatch/domain/identity'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import { systemCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db/index.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { hashPassword } from './password.ts'
import { type Company, foundCompany } from './store-directory-companies.ts'
import { insertMembership } from './store-directory-memberships.ts'
import { findUserByEmail, insertUser, proveEmail } from './store-directory-users.ts'

export interface NewCompany {
  readonly name: string
  /** IANA name of the time zone. */
  readonly timezone: string
}

/**
 * Creates a company with its root unit and without members, with audit entry, on behalf of the operator of the installation, and
 * returns it.
 */
export async function createCompany(
  { database, clock }: Pick<Needs, 'database' | 'clock'>,
  company: NewCompany,
): Promise<Company> {
  return foundCompany(database, { ...company, createdAt: clock.now() }, async (tx, founded) => {
    const ctx = systemCtx(founded.companyId, tx, clock)
    await recordAudit(ctx, { operation: 'company.create', subject: `company/${founded.companyId}`, after: company })
    return founded
  })
}

export interface NewUser {
  readonly companyId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly password: string
  readonly role: Role
  /** True when the person must change the password at first sign-in, because somebody else chose it. */
  readonly mustChangePassword: boolean
}

/**
 * Makes a person a member of a company, with audit entry and facts, on behalf of the operator of the installation, and returns
 * the person's id. An existing user keeps name and password; an open invitation to the company is accepted. The e-mail address
 * becomes proven. Throws when the person is a member already.
 */
export async function createUser(
  { database, clock }: Pick<Needs, 'database' | 'clock'>,
  user: NewUser,
): Promise<{ userId: number }> {
  const passwordHash = await hashPassword(user.password)
  const { companyId, role, email } = user
  const existing = await findUserByEmail(database, email)
  return database.inCompany(companyId, async (tx) => {
    const userId = existing?.userId ?? (await addPerson(tx, user, passwordHash, clock.now()))
    const invitationId = await insertMembership(tx, { companyId, userId, role, createdAt: clock.now() })
    await proveEmail(tx, userId, clock.now())
    const ctx = systemCtx(companyId, tx, clock)
    if (invitationId !== undefined) await stateFact(ctx, { kind: 'invitation.accepted', invitationId, userId })
    await stateFact(ctx, { kind: 'member.changed', userId })
    await recordAudit(ctx, { operation: 'user.create', subject: `user/${userId}`, after: { email, role } })
    return { userId }
  })
}

async function addPerson(tx: Tx, user: NewUser, passwordHash: string, createdAt: number): Promise<number> {
  const { email, firstName, lastName, mustChangePassword } = user
  const userId = await insertUser(tx, { email, firstName, lastName, passwordHash, mustChangePassword, createdAt })
  if (userId === undefined) throw new Error('This person was added by someone else just now: try again')
  return userId
}
