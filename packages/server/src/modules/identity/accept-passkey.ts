import { isCounterBack } from '@millwatch/domain/identity'
import type { Needs } from '../../platform/calls/needs.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import type { Tx } from '../../platform/tx.ts'
import { passkeyCopiedMail } from './mails-second-factor.ts'
import { type ChallengeUse, isOpenChallenge, takeChallenge } from './passkey-challenge.ts'
import type { PasskeyParty } from './passkey-party.ts'
import { holdPasskey, notePasskeyUse, type StoredPasskey } from './store-directory-passkeys.ts'
import { findUserIn } from './store-directory-users.ts'
import { checkAssertion, type SentAssertion } from './webauthn.ts'

/** Passkey as a caller sent it, with the host and the use for which its challenge must have been made. */
export interface SentPasskey {
  readonly assertion: SentAssertion
  readonly party: PasskeyParty
  readonly use: Omit<ChallengeUse, 'rpId'>
}

/**
 * Accepts a passkey, uses its challenge up, stores the use and returns the passkey. The transaction must be committed also if the
 * passkey is refused. Null: it is unknown, another person's, of another host or not valid, its challenge was used before, or its
 * counter went back; in the last case its person is mailed.
 */
export async function acceptPasskey(
  tx: Tx,
  { clock, signingKey }: Pick<Needs, 'clock' | 'signingKey'>,
  userId: number,
  { assertion, party, use }: SentPasskey,
): Promise<StoredPasskey | null> {
  const passkey = await holdPasskey(tx, Buffer.from(assertion.credentialId, 'base64url'))
  if (passkey?.userId !== userId || passkey.rpId !== party.rpId) return null
  const { userHandle: handle } = assertion
  if (handle !== undefined && handle !== passkey.userHandle.toString('base64url')) return null
  const now = clock.now()
  const isOpen = (challenge: string) => isOpenChallenge(signingKey, challenge, { ...use, rpId: party.rpId }, now)
  const checked = await checkAssertion(assertion, passkey, { party, isOpen })
  if (checked === null || !(await takeChallenge(tx, checked.challenge, now))) return null
  if (isCounterBack(passkey.counter, checked.counter)) {
    const user = await findUserIn(tx, passkey.userId)
    if (user !== undefined) await enqueueMail(tx, clock, passkeyCopiedMail(user, passkey, now))
    return null
  }
  await notePasskeyUse(tx, passkey.passkeyId, checked.counter, checked.isSynced, now)
  return passkey
}
