import { randomInt } from 'node:crypto'
import { Name } from '@millwatch/contract/shapes/common'
import { readEmail } from '@millwatch/domain/identity'
import { isTimeZone } from '@millwatch/domain/time'
import { Compile } from 'typebox/compile'
import {
  findUserByEmail,
  foundCompany,
  hashPassword,
  insertMembership,
  insertUser,
  proveEmail,
} from '../modules/identity/index.ts'
import { recordAudit } from '../platform/audit/store.ts'
import type { Clock } from '../platform/clock.ts'
import { systemCtx } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import { StartError } from '../platform/start-error.ts'

export interface FirstCompany {
  readonly name: string
  readonly email: string
  /** IANA zone of the root unit. */
  readonly timezone: string
}

export interface Founded {
  readonly companyId: number
  /** Name and e-mail address as they are stored. */
  readonly name: string
  readonly email: string
  /** First password, which is shown once. Undefined for a person who had an account already and keeps their password. */
  readonly password: string | undefined
}

const nameShape = Compile(Name)

/**
 * Returns a new random password to be read from a screen and typed once: five groups of four letters and digits without
 * look-alikes, about 100 bits, with at least one letter and one digit. Stores nothing.
 */
export function firstPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  const password = Array.from({ length: 5 }, group).join('-')
  // A few in a thousand have only letters or only digits; the product refuses such passwords.
  return /[a-z]/.test(password) && /\d/.test(password) ? password : firstPassword()
}

/** Returns a typed e-mail address in the form in which it is stored; throws a start error if it is malformed. */
export function requireEmail(typed: string): string {
  const email = readEmail(typed)
  if (email === null) throw new StartError(`Not an e-mail: ${typed}`)
  return email
}

/** Returns the text unchanged; throws a start error if it has a line break or another control character. */
export function requireLine(text: string): string {
  if (/\p{Cc}/u.test(text)) throw new StartError('A name or an address has no line breaks and no control characters')
  return text
}

/**
 * Returns a typed name without blanks at its ends. Throws a start error if it has no visible character, more than 120
 * characters, or a control character.
 */
export function requireCompanyName(typed: string): string {
  const name = requireLine(typed.trim())
  if (!nameShape.Check(name)) throw new StartError('A name has 1 to 120 characters, and one of them is visible')
  return name
}

function check({ timezone }: FirstCompany): void {
  if (!isTimeZone(timezone)) throw new StartError(`Not a time zone: ${timezone}. An example: Europe/Zurich`)
}

/**
 * Makes a company with its root unit and a superuser, in one transaction, with audit entries; the e-mail address becomes proven.
 * Returns what was stored, and the first password. A new person gets a random first password, which must be changed at the first
 * sign-in; a person with an account keeps theirs, and none is returned. Throws a start error for invalid values.
 */
export async function foundFirstCompany(
  { database, clock }: { database: Database; clock: Clock },
  wanted: FirstCompany,
): Promise<Founded> {
  const email = requireEmail(wanted.email)
  const company = { ...wanted, name: requireCompanyName(wanted.name), email }
  check(company)
  const createdAt = clock.now()
  const password = firstPassword()
  const passwordHash = await hashPassword(password)
  const existing = await findUserByEmail(database, company.email)
  return foundCompany(database, { ...company, createdAt }, async (tx, { companyId, name }) => {
    const person = {
      email: company.email,
      firstName: '',
      lastName: '',
      passwordHash,
      mustChangePassword: true,
      createdAt,
    }
    const userId = existing?.userId ?? (await insertUser(tx, person))
    if (userId === undefined) throw new StartError('This e-mail was added by someone else just now. Try again.')
    await insertMembership(tx, { companyId, userId, role: 'superuser', createdAt })
    await proveEmail(tx, userId, createdAt)
    const ctx = systemCtx(companyId, tx, clock)
    await recordAudit(ctx, {
      operation: 'company.create',
      subject: `company/${companyId}`,
      after: { name },
    })
    await recordAudit(ctx, {
      operation: 'user.create',
      subject: `user/${userId}`,
      after: { email: company.email, role: 'superuser' },
    })
    return { companyId, name, email: company.email, password: existing ? undefined : password }
  })
}
