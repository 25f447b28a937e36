import { hash, verify } from '@node-rs/argon2'

/** Argon2id (the library's default kind) with the least memory and passes that OWASP names. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** So many at once: each takes a core for a moment, and requests of others shall not wait behind a flood of guesses. */
const mostAtOnce = 2

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
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

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

let unknownUsersHash: Promise<string> | undefined

/**
 * Whether this is the password behind the hash. Without a hash (an unknown user) it takes as long, against the hash of
 * nobody's password, and is false.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  unknownUsersHash ??= hashPassword('the password of nobody')
  const against = passwordHash ?? (await unknownUsersHash)
  const matches = await inTurn(() => verify(against, password))
  return matches && passwordHash !== undefined
}
