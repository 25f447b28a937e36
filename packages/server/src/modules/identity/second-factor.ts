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
import { acceptTotp, factorKey } from './accept-code.ts'
import { acceptFactor } from './accept-factor.ts'
import type { SentPasskey } from './accept-passkey.ts'
import { type FactorChange, factorChangedMail } from './mails-second-factor.ts'
import { requireOwnPassword } from './own-password.ts'
import { spendCodesOfUser } from './store-directory-codes.ts'
import {
  confirmFactor,
  deleteApp,
  deleteFactors,
  forgetRecoveryCodes,
  hasSecondFactor,
  holdFactor,
  isFactorOn,
  onFactors,
  putSecret,
  replaceRecoveryCodes,
} from './store-directory-second-factor.ts'
import { endSessionsOfUser } from './store-directory-sessions.ts'
import { type DirectoryUser, lockUser } from './store-directory-users.ts'
import { recoveryHash, sealSecret } from './totp.ts'

/** Time (ms) within which a new secret of an app must be confirmed. */
const confirmWithinMs = 60 * 60_000

/**
 * Creates a secret for the person's authenticator app, with audit entry, in place of one that was never confirmed, and returns
 * it. The app is not in use before it is confirmed. 409 if the person has a confirmed app.
 */
export async function beginFactor(ctx: Ctx, { userId }: DirectoryUser): Promise<Buffer> {
  const secret = randomBytes(TOTP_SECRET_BYTES)
  const sealed = sealSecret(await sharedSecret(ctx.tx, factorKey), userId, secret)
  if (!(await putSecret(ctx.tx, userId, sealed, ctx.clock.now()))) throw new Conflict('second_factor_on')
  await recordAudit(ctx, { operation: 'second_factor.begin', subject: `user/${userId}` })
  return secret
}

/**
 * Confirms the person's app by its first code, with audit entry, fact and mail. If it is the person's first second factor,
 * returns new recovery codes, ends every other session of the person and makes open handoff codes useless, since they began
 * without it; else returns no codes. 400 for a wrong code, 409 for a confirmed app and without a secret of the last hour.
 */
export async function confirmOwnFactor(
  ctx: Ctx,
  user: DirectoryUser,
  { typed, sessionId }: { readonly typed: string; readonly sessionId: number },
): Promise<string[]> {
  const { userId } = user
  const now = ctx.clock.now()
  await lockUser(ctx.tx, userId)
  const isFirst = !(await isFactorOn(ctx.tx, userId))
  if (isFirst) {
    // Takes the locks under which sessions open, so that one that opens now sees the second factor.
    await endSessionsOfUser(ctx.tx, userId, now, sessionId)
    await spendCodesOfUser(ctx.tx, userId, ['handoff'], now)
  }
  const factor = await holdFactor(ctx.tx, userId)
  if (factor?.confirmedAt != null) throw new Conflict('second_factor_on')
  if (factor === undefined || factor.createdAt + confirmWithinMs < now) throw new Conflict('second_factor_not_begun')
  const read = readTypedCode(typed)
  const isRight = read?.kind === 'totp' && (await acceptTotp(ctx.tx, userId, { ...factor, now, typed: read.code }))
  if (!isRight) throw new Invalid(undefined, 'second_factor_code_wrong')
  await confirmFactor(ctx.tx, userId, now)
  const codes = isFirst ? await newRecoveryCodes(ctx.tx, userId) : []
  await reportChange(ctx, user, 'second_factor.confirm', isFirst ? 'on' : 'app')
  return codes
}

/** Secrets that a caller sent to prove who they are: the password, and a code or a passkey. */
interface GivenSecrets {
  readonly userId: number
  readonly password: string
  readonly code: string | undefined
  readonly passkey: SentPasskey | undefined
}

/**
 * Checks the password of the caller, and a code or passkey if the person has a second factor, and returns the person; uses the
 * code or passkey up. 400 when one is wrong or missing, 429 after too many wrong ones.
 */
export async function requireSecrets(
  needs: Pick<Needs, 'database' | 'clock' | 'throttle' | 'signingKey'>,
  { userId, password, code, passkey }: GivenSecrets,
): Promise<DirectoryUser> {
  const { database, throttle } = needs
  const user = await requireOwnPassword(needs, userId, password)
  if (!(await hasSecondFactor(database, userId))) return user
  const right = await throttle.guessOwnCode(user.email)
  const accepted = await onFactors(database, (tx) => acceptFactor(tx, needs, user, { code, passkey }))
  if (accepted === null)
    throw new Invalid(undefined, passkey === undefined ? 'second_factor_code_wrong' : 'passkey_not_accepted')
  await right()
  return user
}

/**
 * Replaces the recovery codes of a person, with audit entry, fact and mail, and returns the new ones. 409 without a second
 * factor.
 */
export async function renewOwnCodes(ctx: Ctx, user: DirectoryUser): Promise<string[]> {
  await lockUser(ctx.tx, user.userId)
  if (!(await isFactorOn(ctx.tx, user.userId))) throw new Conflict('second_factor_off')
  const codes = await newRecoveryCodes(ctx.tx, user.userId)
  await reportChange(ctx, user, 'second_factor.renew_codes', 'codes')
  return codes
}

/**
 * Removes the app of the caller, with audit entry, fact and mail. If no second factor is left, the recovery codes are removed
 * too. 409 without a confirmed app.
 */
export async function endApp(ctx: Ctx, user: DirectoryUser): Promise<void> {
  await lockUser(ctx.tx, user.userId)
  if (!(await deleteApp(ctx.tx, user.userId))) throw new Conflict('second_factor_off')
  const isOn = await isFactorOn(ctx.tx, user.userId)
  if (!isOn) await forgetRecoveryCodes(ctx.tx, user.userId)
  await reportChange(ctx, user, 'second_factor.end', isOn ? 'app_removed' : 'off')
}

/** Removes app, passkeys and recovery codes of a member, with audit entry, fact and mail. 409 without a second factor. */
export async function endFactorOfMember(ctx: Ctx, user: DirectoryUser): Promise<void> {
  await lockUser(ctx.tx, user.userId)
  if (!(await deleteFactors(ctx.tx, user.userId))) throw new Conflict('second_factor_off')
  await reportChange(ctx, user, 'user.remove_second_factor', 'removed')
}

/**
 * Removes app, passkeys and recovery codes of a person on behalf of the operator of the installation, mails the person and
 * returns true. Returns false if the person had no second factor. Writes no audit entry; the caller does.
 */
export async function endFactorByOperator(
  database: Needs['database'],
  clock: Needs['clock'],
  user: DirectoryUser,
): Promise<boolean> {
  return onFactors(database, async (tx) => {
    await lockUser(tx, user.userId)
    if (!(await deleteFactors(tx, user.userId))) return false
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

/** Replaces all recovery codes of a person by new ones, stores their hashes and returns the codes. */
export async function newRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(RECOVERY_CODE_BYTES)))
  const hashes = codes.map((code) => recoveryHash(userId, readTypedCode(code)?.code ?? code))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes
}
