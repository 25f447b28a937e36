import { acceptedStep, readTypedCode } from '@millwatch/domain/identity'
import type { Clock } from '../../platform/clock.ts'
import { installationSecretIn } from '../../platform/installation/store-directory.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import type { Tx } from '../../platform/tx.ts'
import { recoveryUsedMail } from './mails-second-factor.ts'
import { factorState, holdFactor, noteStep, takeRecoveryCode } from './store-directory-second-factor.ts'
import type { DirectoryUser } from './store-directory-users.ts'
import { codeOfStep, openSecret, recoveryHash } from './totp.ts'

/** Name of the installation's secret with which the secrets of second factors are encrypted. */
export const factorKey = 'second_factor'

/** Kind of an accepted second factor: a code of the app, a recovery code, or a passkey. */
export type AcceptedFactor = 'totp' | 'recovery_code' | 'passkey'

/**
 * Accepts a code of a person's app or a recovery code and uses it up: no code is accepted twice. Returns its kind; null if the
 * text is no code, the code is wrong or used, or the person has no confirmed app (six digits) or no such recovery code. Mails the
 * person after the use of a recovery code.
 */
export async function acceptCode(
  tx: Tx,
  clock: Clock,
  user: DirectoryUser,
  typed: string,
): Promise<AcceptedFactor | null> {
  const read = readTypedCode(typed)
  const { userId } = user
  if (read === null) return null
  const now = clock.now()
  if (read.kind === 'recovery_code') {
    if (!(await takeRecoveryCode(tx, userId, recoveryHash(userId, read.code), now))) return null
    const left = (await factorState(tx, userId))?.codesLeft ?? 0
    await enqueueMail(tx, clock, recoveryUsedMail(user, { at: now, left }))
    return 'recovery_code'
  }
  const factor = await holdFactor(tx, userId)
  if (factor === undefined || factor.confirmedAt === null) return null
  return (await acceptTotp(tx, userId, { ...factor, now, typed: read.code })) ? 'totp' : null
}

interface Typed {
  /** Secret of the app, encrypted. */
  readonly secret: Buffer
  readonly lastStep: number
  readonly now: number
  readonly typed: string
}

/**
 * Accepts a code of an app, stores its step and returns true; returns false if the code is wrong or was used. The caller must
 * have locked the row of the secret.
 */
export async function acceptTotp(tx: Tx, userId: number, { secret, lastStep, now, typed }: Typed): Promise<boolean> {
  // Read after the row was locked: a rotation of the key replaces both in one transaction.
  const key = await installationSecretIn(tx, factorKey)
  const bytes = openSecret(key, userId, secret)
  const step = acceptedStep({ typed, now, lastStep, codeOf: (at) => codeOfStep(bytes, at) })
  if (step === null) return false
  await noteStep(tx, userId, step)
  return true
}
