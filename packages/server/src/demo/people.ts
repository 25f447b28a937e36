import { randomBytes } from 'node:crypto'
import { createUser, hashPassword } from '../modules/identity/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/index.ts'
import { findUserByEmail, listMemberships, updatePassword } from '../platform/directory/index.ts'

const people = [
  { email: 'super@demo.example', role: 'superuser', firstName: 'Sam', lastName: 'Okafor' },
  { email: 'admin@demo.example', role: 'admin', firstName: 'Ada', lastName: 'Novak' },
  { email: 'user@demo.example', role: 'user', firstName: 'Uma', lastName: 'Lindqvist' },
  { email: 'operator@demo.example', role: 'user', firstName: 'Olin', lastName: 'Reyes' },
] as const

const secondPeople = [
  { email: 'super@second.example', role: 'superuser', firstName: 'Sofia', lastName: 'Marsh' },
  { email: 'user@second.example', role: 'user', firstName: 'Umar', lastName: 'Hale' },
] as const

const inBoth = { email: 'both@demo.example', role: 'user', firstName: 'Bo', lastName: 'Thorne' } as const

/** Of the company most people come for, */
export const demoSignIns: readonly string[] = people.map(({ email }) => email)
/** and of the second, the last of both. */
export const secondSignIns: readonly string[] = [...secondPeople, inBoth].map(({ email }) => email)

/** A password to be read from a screen and typed: 16 characters without look-alikes, about 79 bits. */
export function newPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  return [...randomBytes(16)].map((byte, i) => `${i > 0 && i % 4 === 0 ? '-' : ''}${letters[byte % 32]}`).join('')
}

/**
 * Makes the people of the demo where they are missing and gives all of them this password. They need not change it: it
 * was chosen by who runs the installation, for trying out.
 */
export async function enrolPeople(
  deps: { database: Database; clock: Clock },
  companyId: number,
  password: string,
): Promise<void> {
  for (const person of people) {
    const known = await findUserByEmail(deps.database, person.email)
    if (known) await updatePassword(deps.database, known.userId, await hashPassword(password), false)
    else await createUser(deps, { ...person, companyId, password, mustChangePassword: false })
  }
}

/**
 * The people of the second company, and one who is in both. They get the password the others have, of which a demo that
 * was made earlier has no more than the hash.
 */
export async function enrolInSecond(
  deps: { database: Database; clock: Clock },
  companies: { firstId: number; secondId: number },
): Promise<void> {
  const first = await findUserByEmail(deps.database, people[0].email)
  const { firstId, secondId } = companies
  const wanted = [
    ...secondPeople.map((person) => ({ ...person, companyId: secondId })),
    { ...inBoth, companyId: firstId },
    { ...inBoth, companyId: secondId },
  ]
  for (const { companyId, ...person } of wanted) {
    const known = await findUserByEmail(deps.database, person.email)
    const memberships = known ? await listMemberships(deps.database, known.userId) : []
    if (memberships.some((one) => one.companyId === companyId)) continue
    const { userId } = await createUser(deps, {
      ...person,
      companyId,
      password: newPassword(),
      mustChangePassword: false,
    })
    if (first && !known) await updatePassword(deps.database, userId, first.passwordHash, false)
  }
}

/** Gives the people of the demo who are still there this password. */
export async function renewPasswords(database: Database, password: string): Promise<void> {
  for (const { email } of [...people, ...secondPeople, inBoth]) {
    const known = await findUserByEmail(database, email)
    if (known) await updatePassword(database, known.userId, await hashPassword(password), false)
  }
}
