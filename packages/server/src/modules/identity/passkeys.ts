import { MOST_PASSKEYS, readPasskeyName } from '@millwatch/domain/identity'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { type PasskeyChange, passkeyChangedMail } from './mails-second-factor.ts'
import { isOpenChallenge, newChallenge, takeChallenge } from './passkey-challenge.ts'
import type { PasskeyParty } from './passkey-party.ts'
import { newRecoveryCodes } from './second-factor.ts'
import { spendCodesOfUser } from './store-directory-codes.ts'
import {
  deletePasskey,
  insertPasskey,
  passkeysOf,
  renamePasskey,
  type StoredPasskey,
} from './store-directory-passkeys.ts'
import { forgetRecoveryCodes, forgetUnconfirmed, isFactorOn } from './store-directory-second-factor.ts'
import { endSessionsOfUser } from './store-directory-sessions.ts'
import { type DirectoryUser, lockUser } from './store-directory-users.ts'
import { hashSecret } from './tokens.ts'
import { attestationOptions, checkAttestation, type SentAttestation } from './webauthn.ts'

type Options = ReturnType<typeof attestationOptions>

/**
 * Returns the options, with a new challenge, with which the browser of a session makes a passkey. 409 for a person with the
 * greatest allowed number of passkeys.
 */
export async function beginPasskey(
  { tx, clock }: Ctx,
  signingKey: Buffer,
  { userId, email }: DirectoryUser,
  { sessionId, party }: { readonly sessionId: number; readonly party: PasskeyParty },
): Promise<Options> {
  const existing = await passkeysOf(tx, userId)
  requireRoom(existing)
  const holder = holderOf(userId, sessionId, await isFactorOn(tx, userId))
  const use = { use: 'add', holder, rpId: party.rpId } as const
  const challenge = newChallenge(signingKey, use, clock.now())
  return attestationOptions(
    { party, challenge, existing },
    { email, userHandle: handleOf(existing, userId, signingKey) },
  )
}

/**
 * Returns the holder to which a challenge for adding a passkey is bound: person, session and basis. A challenge that was got by
 * the password alone is thus no longer valid once a second factor is on, as adding a passkey then requires that factor.
 */
const holderOf = (userId: number, sessionId: number, isProven: boolean): string =>
  `${userId}/${sessionId}/${isProven ? 'proven' : 'password'}`

function requireRoom(existing: readonly StoredPasskey[]): void {
  if (existing.length >= MOST_PASSKEYS) throw new Conflict('passkeys_full')
}

interface Adding {
  readonly name: string
  readonly sent: SentAttestation
  readonly sessionId: number
  readonly party: PasskeyParty
}

/**
 * Returns the bytes by which passkeys name a person: those of the first existing passkey, else a keyed hash of the person's id.
 */
const handleOf = (existing: readonly StoredPasskey[], userId: number, signingKey: Buffer): Buffer =>
  existing[0]?.userHandle ?? hashSecret(signingKey, JSON.stringify(['passkey_person', userId]))

/**
 * Adds a passkey that was made by the options of `beginPasskey` in the same session, with audit entry, fact and mail, and returns
 * it. If it is the person's first second factor, also returns new recovery codes (else none), ends every other session of the
 * person and makes open handoff codes useless. 400 for a blank name and a passkey that is not valid or exists already, 409 for a
 * person with the greatest allowed number.
 */
export async function addPasskey(
  ctx: Ctx,
  signingKey: Buffer,
  user: DirectoryUser,
  { name: typed, sent, sessionId, party }: Adding,
): Promise<{ readonly passkey: StoredPasskey; readonly codes: readonly string[] }> {
  const { userId } = user
  const name = requireName(typed)
  const { tx } = ctx
  const now = ctx.clock.now()
  await lockUser(tx, userId)
  const isFirst = !(await isFactorOn(tx, userId))
  const use = { use: 'add', holder: holderOf(userId, sessionId, !isFirst), rpId: party.rpId } as const
  const isOpen = (challenge: string) => isOpenChallenge(signingKey, challenge, use, now)
  const made = await checkAttestation(sent, { party, isOpen })
  if (made === null || !(await takeChallenge(tx, made.challenge, now)))
    throw new Invalid(undefined, 'passkey_not_accepted')
  const existing = await passkeysOf(tx, userId)
  requireRoom(existing)
  if (isFirst) {
    await forgetUnconfirmed(tx, userId)
    // Takes the locks under which sessions open, so that one that opens now sees the second factor.
    await endSessionsOfUser(tx, userId, now, sessionId)
    await spendCodesOfUser(tx, userId, ['handoff'], now)
  }
  const { credentialId, publicKey, counter, isSynced } = made
  const handle = handleOf(existing, userId, signingKey)
  const passkey = await insertPasskey(
    ...([tx, userId, name, credentialId, publicKey, handle, party.rpId, counter, isSynced] as const),
    ...([sent.transports, now] as const),
  )
  if (passkey === undefined) throw new Invalid(undefined, 'passkey_not_accepted')
  const codes = isFirst ? await newRecoveryCodes(tx, userId) : []
  await recordAudit(ctx, { operation: 'passkey.add', subject: `passkey/${passkey.passkeyId}`, after: { name } })
  await report(ctx, user, passkey, 'added')
  return { passkey, codes }
}

/**
 * Renames a passkey of the caller, with audit entry, fact and mail, and returns it with the new name. 400 for a blank name, 404
 * for an unknown passkey and one of another person.
 */
export async function changePasskeyName(
  ctx: Ctx,
  user: DirectoryUser,
  { passkeyId, name: typed }: { readonly passkeyId: number; readonly name: string },
): Promise<StoredPasskey> {
  const name = requireName(typed)
  const passkey = await renamePasskey(ctx.tx, user.userId, passkeyId, name)
  if (passkey === undefined) throw new NotFound()
  const [before, after] = [{ name: passkey.former }, { name }]
  await recordAudit(ctx, { operation: 'passkey.rename', subject: `passkey/${passkeyId}`, before, after })
  await report(ctx, user, passkey, 'renamed')
  return passkey
}

/**
 * Removes a passkey of the caller, with audit entry, fact and mail. If no second factor is left, the recovery codes are removed
 * too. 404 for an unknown passkey and one of another person.
 */
export async function endPasskey(ctx: Ctx, user: DirectoryUser, passkeyId: number): Promise<void> {
  await lockUser(ctx.tx, user.userId)
  const passkey = await deletePasskey(ctx.tx, user.userId, passkeyId)
  if (passkey === undefined) throw new NotFound()
  const isOn = await isFactorOn(ctx.tx, user.userId)
  if (!isOn) await forgetRecoveryCodes(ctx.tx, user.userId)
  const before = { name: passkey.name }
  await recordAudit(ctx, { operation: 'passkey.remove', subject: `passkey/${passkeyId}`, before })
  await report(ctx, user, passkey, isOn ? 'removed' : 'last_removed')
}

function requireName(typed: string): string {
  const name = readPasskeyName(typed)
  if (name === null) throw new Invalid(undefined, 'passkey_name_blank')
  return name
}

async function report(ctx: Ctx, user: DirectoryUser, passkey: StoredPasskey, change: PasskeyChange): Promise<void> {
  await stateFact(ctx, { kind: 'member.changed', userId: user.userId })
  await enqueueMail(ctx.tx, ctx.clock, passkeyChangedMail(user, { passkey, change, at: ctx.clock.now() }))
}
