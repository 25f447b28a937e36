import { randomBytes } from 'node:crypto'
import {
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
  readTypedCode,
  recoveryCode,
  TOTP_SECRET_BYTES,
} from '@millwatch/domain/identity'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import { sharedSecret } from '../../platform/installation/store-directory.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import type { Tx } from '../../platform/tx.ts'
import { acceptCode, acceptTotp, factorKey } from './accept-code.ts'
import { type FactorChange, factorChangedMail } from './mails-second-factor.ts'
import { demandOwnPassword } from './own-password.ts'
import { spendCodesOfUser } from './store-directory-codes.ts'
import {
  confirmFactor,
  deleteFactor,
  holdFactor,
  isFactorOn,
  onFactors,
  putSecret,
  replaceRecoveryCodes,
} from './store-directory-second-factor.ts'
import { endSessionsOfUser } from './store-directory-sessions.ts'
import type { DirectoryUser } from './store-directory-users.ts'
import { recoveryHash, sealSecret } from './totp.ts'

/** Time within which a new secret must be confirmed. */
const confirmWithinMs = 60 * 60_000

/**
 * Creates a secret for the person's authenticator app, with audit entry, in place of one that was never confirmed; returns it.
 * 409 if a second factor is on.
 */
export async function beginFactor(ctx: Ctx, { userId }: DirectoryUser): Promise<Buffer> {
  const secret = randomBytes(TOTP_SECRET_BYTES)
  const sealed = sealSecret(await sharedSecret(ctx.tx, factorKey), userId, secret)
  if (!(await putSecret(ctx.tx, userId, sealed, ctx.clock.now()))) throw new Conflict('second_factor_on')
  await recordAudit(ctx, { operation: 'second_factor.begin', subject: `user/${userId}` })
  return secret
}

/**
 * Switches the second factor on by the first code of the app, with audit entry, fact and mail; returns the recovery codes. Ends
 * every other session of the person and makes open handoff codes useless, since they began without it. 400 for a wrong code.
 */
export async function confirmOwnFactor(
  ctx: Ctx,
  user: DirectoryUser,
  { typed, sessionId }: { readonly typed: string; readonly sessionId: number },
): Promise<string[]> {
  const { userId } = user
  const now = ctx.clock.now()
  // Takes the locks under which sessions open, so that one that opens now sees the second factor.
  await endSessionsOfUser(ctx.tx, userId, now, sessionId)
  await spendCodesOfUser(ctx.tx, userId, ['handoff'], now)
  const factor = await holdFactor(ctx.tx, userId)
  if (factor?.confirmedAt != null) throw new Conflict('second_factor_on')
  if (factor === undefined || factor.createdAt + confirmWithinMs < now) throw new Conflict('second_factor_not_begun')
  const read = readTypedCode(typed)
  const isRight = read?.kind === 'totp' && (await acceptTotp(ctx.tx, userId, { ...factor, now, typed: read.code }))
  if (!isRight) throw new Invalid(undefined, 'second_factor_code_wrong')
  await confirmFactor(ctx.tx, userId, now)
  const codes = await newRecoveryCodes(ctx.tx, userId)
  await reportChange(ctx, user, 'second_factor.confirm', 'on')
  return codes
}

/** Checks the password and a code of the caller, and returns the person; uses the code up. 400 when one is wrong, 429 after too many. */
export async function demandBoth(
  needs: Pick<Needs, 'database' | 'clock' | 'throttle'>,
  userId: number,
  { password, code }: { readonly password: string; readonly code: string },
): Promise<DirectoryUser> {
  const { database, clock, throttle } = needs
  const user = await demandOwnPassword(needs, userId, password)
  const right = await throttle.guessOwnCode(user.email)
  const accepted = await onFactors(database, async (tx) => {
    if (!(await isFactorOn(tx, userId))) throw new Conflict('second_factor_off')
    return acceptCode(tx, clock, user, code)
  })
  if (accepted === null) throw new Invalid(undefined, 'second_factor_code_wrong')
  await right()
  return user
}

/** Replaces the recovery codes of a person, with audit entry and mail, and returns them. 409 without a second factor. */
export async function renewOwnCodes(ctx: Ctx, user: DirectoryUser): Promise<string[]> {
  if ((await holdFactor(ctx.tx, user.userId))?.confirmedAt == null) throw new Conflict('second_factor_off')
  const codes = await newRecoveryCodes(ctx.tx, user.userId)
  await reportChange(ctx, user, 'second_factor.renew_codes', 'codes')
  return codes
}

/** Switches the second factor of a person off, with audit entry, fact and mail. 409 without one. */
export async function endFactor(
  ctx: Ctx,
  user: DirectoryUser,
  { operation, change }: { readonly operation: FactorOperation; readonly change: FactorChange },
): Promise<void> {
  if (!(await deleteFactor(ctx.tx, user.userId))) throw new Conflict('second_factor_off')
  await reportChange(ctx, user, operation, change)
}

/**
 * Removes the second factor of a person on behalf of the operator of the installation, and mails the person; the caller records
 * it. False: there was none.
 */
export async function endFactorByOperator(
  database: Needs['database'],
  clock: Needs['clock'],
  user: DirectoryUser,
): Promise<boolean> {
  return onFactors(database, async (tx) => {
    if (!(await deleteFactor(tx, user.userId))) return false
    await enqueueMail(tx, clock, factorChangedMail(user, 'operator', clock.now()))
    return true
  })
}

type FactorOperation =
  | 'second_factor.confirm'
  | 'second_factor.renew_codes'
  | 'second_factor.end'
  | 'user.remove_second_factor'

async function reportChange(
  ctx: Ctx,
  user: DirectoryUser,
  operation: FactorOperation,
  change: FactorChange,
): Promise<void> {
  const { userId } = user
  await recordAudit(ctx, { operation, subject: `user/${userId}` })
  await stateFact(ctx, { kind: 'member.changed', userId })
  await enqueueMail(ctx.tx, ctx.clock, factorChangedMail(user, change, ctx.clock.now()))
}

async function newRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(RECOVERY_CODE_BYTES)))
  const hashes = codes.map((code) => recoveryHash(userId, readTypedCode(code)?.code ?? code))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes
}
