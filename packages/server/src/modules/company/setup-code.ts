import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Database } from '../../platform/db/index.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import {
  forgetInstallation,
  readInstallation,
  takeInstallation,
  writeInstallation,
} from '../../platform/installation/store-directory.ts'
import type { Tx } from '../../platform/tx.ts'
import { hashSecret, listCompanies } from '../identity/index.ts'

const NAME = 'setup_code'
/** Letters and digits of a set-up code, without those easily mistaken for one another. Twelve random ones have 60 bits. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Record of the present set-up code in the database: its hash, and the instant at which it was made (epoch ms). */
interface Note {
  readonly hash: string
  readonly madeAt: number
}

const spelled = (typed: string): string => typed.toLowerCase().replaceAll(/[\s-]/g, '')

const hashOf = (signingKey: Buffer, code: string): Buffer => hashSecret(signingKey, `setup ${spelled(code)}`)

/** Returns true when the installation has at least one company, so that the first set-up is over. */
export async function isSetUp(database: Database): Promise<boolean> {
  return (await listCompanies(database)).length > 0
}

/**
 * Makes a new set-up code for the start to print, stores its hash and returns it; the previous code is no longer valid.
 * Returns null, and deletes a stored code, when the installation has a company already.
 */
export async function offerSetupCode({
  database,
  clock,
  signingKey,
}: Pick<Needs, 'database' | 'clock' | 'signingKey'>): Promise<string | null> {
  if (await isSetUp(database)) {
    await forgetInstallation(database, NAME)
    return null
  }
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  const code = [group(), group(), group()].join('-')
  await writeInstallation(database, NAME, { hash: hashOf(signingKey, code).toString('hex'), madeAt: clock.now() })
  return code
}

function requireSame(signingKey: Buffer, note: Note | undefined, code: string): void {
  if (!note) throw new NotFound()
  if (!timingSafeEqual(Buffer.from(note.hash, 'hex'), hashOf(signingKey, code))) {
    throw new Invalid(undefined, 'setup_code_invalid')
  }
}

/**
 * Throws 404 if there is a company or no stored code, and `setup_code_invalid` if the code is not the one that the last start
 * printed. Case, spaces and dashes do not matter. The code stays valid.
 */
export async function checkSetupCode(
  { database, signingKey }: Pick<Needs, 'database' | 'clock' | 'signingKey'>,
  code: string,
): Promise<void> {
  if (await isSetUp(database)) throw new NotFound()
  requireSame(signingKey, await readInstallation<Note>(database, NAME), code)
}

/**
 * Checks a code like `checkSetupCode`, but not if there is a company, and deletes the stored one in the caller's transaction: if
 * several callers use it at once, only one succeeds. Throws 404 if no code is stored, and `setup_code_invalid` for a wrong one.
 */
export async function takeSetupCode(
  tx: Tx,
  { signingKey }: Pick<Needs, 'database' | 'clock' | 'signingKey'>,
  code: string,
): Promise<void> {
  requireSame(signingKey, await takeInstallation<Note>(tx, NAME), code)
}
