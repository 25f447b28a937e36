import { randomBytes } from 'node:crypto'
import {
  createUser,
  findUserByEmail,
  hashPassword,
  listMemberships,
  updatePassword,
} from '../modules/identity/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/index.ts'

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

/** E-mail addresses of the demo's people in the first company. */
export const demoSignIns: readonly string[] = people.map(({ email }) => email)
/** E-mail addresses of the demo's people in the second company; the last one is a member of both companies. */
export const secondSignIns: readonly string[] = [...secondPeople, inBoth].map(({ email }) => email)

/**
 * Returns a new random password to be read from a screen and typed: 16 letters and digits without look-alikes in groups of four,
 * 80 bits. Stores nothing.
 */
export function newPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  return [...randomBytes(16)].map((byte, i) => `${i > 0 && i % 4 === 0 ? '-' : ''}${letters[byte % 32]}`).join('')
}

/**
 * Makes the missing people of the demo's first company and sets this password for all of its people. They need not change it,
 * since the operator chose it.
 */
export async function enrolPeople(
  deps: { database: Database; clock: Clock },
  companyId: number,
  password: string,
): Promise<void> {
  for (const person of people) {
    const existing = await findUserByEmail(deps.database, person.email)
    if (existing) await updatePassword(deps.database, existing.userId, await hashPassword(password), false)
    else await createUser(deps, { ...person, companyId, password, mustChangePassword: false })
  }
}

/**
 * Makes the missing people of the second company, and a member of both companies. They get the password hash of the first
 * company's people, since for a demo that was made earlier only the hash is known. A person who has an account keeps the
 * password.
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
    const existing = await findUserByEmail(deps.database, person.email)
    const memberships = existing ? await listMemberships(deps.database, existing.userId) : []
    if (memberships.some((membership) => membership.companyId === companyId)) continue
    const { userId } = await createUser(deps, {
      ...person,
      companyId,
      password: newPassword(),
      mustChangePassword: false,
    })
    if (first && !existing) await updatePassword(deps.database, userId, first.passwordHash, false)
  }
}

/** Sets this password for all people of the demo's two companies who still exist. */
export async function renewPasswords(database: Database, password: string): Promise<void> {
  for (const { email } of [...people, ...secondPeople, inBoth]) {
    const existing = await findUserByEmail(database, email)
    if (existing) await updatePassword(database, existing.userId, await hashPassword(password), false)
  }
}
