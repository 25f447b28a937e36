import type { Role } from '@millwatch/domain/identity'
import {
  companyRecords,
  createUser,
  endFactorByOperator,
  findUserByEmail,
  hashPassword,
  listMemberships,
  normalEmail,
  resetUser,
} from '../modules/identity/index.ts'
import { recordAudit } from '../platform/audit/store.ts'
import { asSystem } from '../platform/ctx.ts'
import { stateFact } from '../platform/outbox/state-fact.ts'
import { StartError } from '../platform/start-error.ts'
import type { Operating } from './companies.ts'
import { firstPassword, requireEmail } from './found-company.ts'

export interface NewMember {
  readonly companyId: number
  readonly email: string
  readonly role: Role
  readonly firstName: string
  readonly lastName: string
}

export interface AddedMember {
  /** E-mail address as it is stored. */
  readonly email: string
  /** First password, which is shown once. Undefined for a person who had an account already and keeps their password. */
  readonly password: string | undefined
}

/**
 * Makes a person a member of a company, with audit entry and facts; the e-mail address becomes proven, and an open invitation is
 * accepted. Throws a start error for a malformed e-mail address, a member, or an unknown company.
 */
export async function createMember(operating: Operating, wanted: NewMember): Promise<AddedMember> {
  const { companyId, role } = wanted
  const email = requireEmail(wanted.email)
  const companies = await companyRecords(operating.database)
  if (!companies.some((company) => company.companyId === companyId))
    throw new StartError(`There is no company ${companyId}`)
  const existing = await findUserByEmail(operating.database, email)
  const memberships = existing ? await listMemberships(operating.database, existing.userId) : []
  if (memberships.some((membership) => membership.companyId === companyId))
    throw new StartError(`${email} is in this company already`)
  const password = firstPassword()
  const { firstName, lastName } = wanted
  await createUser(operating, { companyId, email, firstName, lastName, role, password, mustChangePassword: true })
  return { email, password: existing ? undefined : password }
}

/**
 * Gives a person a new random password, which must be changed at the next sign-in, ends all their sessions, and writes an audit
 * entry in each of their companies. Returns the password. Throws a start error for an unknown e-mail address.
 */
export async function resetMember({ database, clock }: Operating, typed: string): Promise<string> {
  const user = await findUserByEmail(database, typed)
  if (!user) throw new StartError(`Nobody has the e-mail ${normalEmail(typed)}`)
  const password = firstPassword()
  await resetUser(database, user.userId, await hashPassword(password), clock.now())
  for (const { companyId } of await listMemberships(database, user.userId)) {
    await asSystem({ database, clock }, companyId, (ctx) =>
      recordAudit(ctx, { operation: 'user.reset', subject: `user/${user.userId}` }),
    )
  }
  return password
}

/**
 * Removes the second factor of a person who has lost app and recovery codes, sends them a mail about it, and writes an audit
 * entry and states a fact in each of their companies. Throws a start error for an unknown e-mail address, and for a person
 * without a second factor.
 */
export async function endFactorOf({ database, clock }: Operating, typed: string): Promise<void> {
  const user = await findUserByEmail(database, typed)
  if (!user) throw new StartError(`Nobody has the e-mail ${normalEmail(typed)}`)
  if (!(await endFactorByOperator(database, clock, user))) throw new StartError(`${user.email} has no second factor`)
  for (const { companyId } of await listMemberships(database, user.userId)) {
    await asSystem({ database, clock }, companyId, async (ctx) => {
      await recordAudit(ctx, { operation: 'user.second_factor_off', subject: `user/${user.userId}` })
      await stateFact(ctx, { kind: 'member.changed', userId: user.userId })
    })
  }
}
