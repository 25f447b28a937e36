import { availableParallelism } from 'node:os'
import { isOwnWord, type PasswordPolicy, passwordFault } from '@millwatch/domain/identity'
import { hash, verify } from '@node-rs/argon2'
import { AppError, Unavailable } from '../../platform/errors.ts'
import { isLeaked } from './leaked-passwords.ts'

/** Cost of computing one Argon2id hash: memory in KiB, passes, and threads. */
export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/**
 * Cost of new hashes: the least memory and passes that OWASP recommends for Argon2id. After an increase, a password is hashed
 * again at the next sign-in.
 */
export const hashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Most hashes that are computed in parallel. Each occupies a core, and other requests must not wait behind many guesses. */
const mostAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Most hashes that wait; a further request gets 503. */
const mostWaiting = 500

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= mostWaiting) throw new Unavailable()
  if (running >= mostAtOnce) await new Promise<void>((go) => waiting.push(go))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Returns a password in Unicode's composed form, as keyboards encode the same letter differently. */
const spelled = (password: string) => password.normalize('NFC')

export function hashPassword(password: string, cost: HashCost = hashCost): Promise<string> {
  return inTurn(() => hash(spelled(password), cost))
}

let unknownUsersHash: Promise<string> | undefined

/**
 * Returns true when the password matches the hash. Without a hash (unknown user) it returns false after the same time. Waits
 * behind other hashes; throws `Unavailable` when 500 wait.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  unknownUsersHash ??= hashPassword('the password of nobody')
  const against = passwordHash ?? (await unknownUsersHash)
  const matches = await inTurn(() => verify(against, spelled(password)))
  return matches && passwordHash !== undefined
}

/** Returns true when a hash is not Argon2id, or was computed at a lower cost than `cost` in memory, passes or threads. */
export function isOutdated(passwordHash: string, cost: HashCost = hashCost): boolean {
  const [, memory, time, parallelism] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash) ?? []
  if (memory === undefined) return true
  return Number(memory) < cost.memoryCost || Number(time) < cost.timeCost || Number(parallelism) < cost.parallelism
}

/**
 * Throws the error of the first rule of the policy that the password breaks, for a user with this e-mail address. Also throws if
 * the password is among the commonest of published leaks (`password_common`), or nothing but a word of the product or the address
 * (`password_personal`).
 */
export function requireGoodPassword(policy: PasswordPolicy, password: string, email: string): void {
  const fault =
    passwordFault(policy, password, email) ??
    (isLeaked(password) ? 'password_common' : null) ??
    (isOwnWord(password, email) ? 'password_personal' : null)
  if (fault !== null) throw new AppError(fault)
}
