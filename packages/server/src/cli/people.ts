import { createUser, hashPassword } from '../modules/identity/index.ts'
import { recordAudit } from '../platform/audit/store.ts'
import {
  companyRecords,
  findUserByEmail,
  listMemberships,
  normalEmail,
  resetUser,
} from '../platform/directory/index.ts'
import { StartError } from '../platform/start-error.ts'
import type { Role } from '../platform/tables.ts'
import type { Operating } from './companies.ts'
import { demandEmail, firstPassword } from './found-company.ts'

export interface NewMember {
  readonly companyId: number
  readonly email: string
  readonly role: Role
  readonly firstName: string
  readonly lastName: string
}

/** Makes a member; the answer is the first password, to be shown once, or undefined for who is known and keeps theirs. */
export async function createMember(operating: Operating, wanted: NewMember): Promise<string | undefined> {
  const { companyId, role } = wanted
  const email = demandEmail(wanted.email)
  const companies = await companyRecords(operating.database)
  if (!companies.some((one) => one.companyId === companyId)) throw new StartError(`There is no company ${companyId}`)
  const known = await findUserByEmail(operating.database, email)
  const memberships = known ? await listMemberships(operating.database, known.userId) : []
  if (memberships.some((one) => one.companyId === companyId))
    throw new StartError(`${email} is in this company already`)
  const password = firstPassword()
  const { firstName, lastName } = wanted
  await createUser(operating, { companyId, email, firstName, lastName, role, password, mustChangePassword: true })
  return known ? undefined : password
}

/**
 * Gives somebody a password to be used once and changed then, and ends all their sessions: for who cannot be reached by
 * mail. The answer is the password.
 */
export async function resetMember({ database, clock }: Operating, typed: string): Promise<string> {
  const user = await findUserByEmail(database, typed)
  if (!user) throw new StartError(`Nobody has the e-mail ${normalEmail(typed)}`)
  const password = firstPassword()
  await resetUser(database, user.userId, await hashPassword(password), clock.now())
  for (const { companyId } of await listMemberships(database, user.userId)) {
    await database.inCompany(companyId, (tx) =>
      recordAudit(
        { companyId, actor: { kind: 'system' }, tx, clock },
        { operation: 'user.reset', subject: `user/${user.userId}` },
      ),
    )
  }
  return password
}
