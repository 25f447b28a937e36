import { availableParallelism } from 'node:os'
import { type PasswordPolicy, passwordFault } from '@millwatch/domain/identity'
import { hash, verify } from '@node-rs/argon2'
import { AppError, Unavailable } from '../../platform/errors.ts'

/** What a guess costs. */
export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** Argon2id (the library's default kind) with the least memory and passes that OWASP names. Raised, people are rehashed as they come. */
export const hashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** So many at once: each takes a core for a moment, and requests of others shall not wait behind a flood of guesses. */
const mostAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Who comes when so many wait is turned away. */
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

/** The same letters, however the keyboard made them. */
const spelled = (password: string) => password.normalize('NFC')

export function hashPassword(password: string, cost: HashCost = hashCost): Promise<string> {
  return inTurn(() => hash(spelled(password), cost))
}

let unknownUsersHash: Promise<string> | undefined

/**
 * Whether this is the password behind the hash. Without a hash (an unknown user) it takes as long, against the hash of
 * nobody's password, and is false.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  unknownUsersHash ??= hashPassword('the password of nobody')
  const against = passwordHash ?? (await unknownUsersHash)
  const matches = await inTurn(() => verify(against, spelled(password)))
  return matches && passwordHash !== undefined
}

/** Whether a hash is of another kind or cheaper than what is made today. */
export function isOutdated(passwordHash: string, cost: HashCost = hashCost): boolean {
  const [, memory, time, parallelism] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash) ?? []
  if (memory === undefined) return true
  return Number(memory) < cost.memoryCost || Number(time) < cost.timeCost || Number(parallelism) < cost.parallelism
}

/** Throws what is wrong with a password that somebody with this e-mail chose. */
export function demandGoodPassword(policy: PasswordPolicy, password: string, email: string): void {
  const fault = passwordFault(policy, password, email)
  if (fault !== null) throw new AppError(fault)
}
