import type { AskedSecrets } from '@millwatch/contract/shapes/passkey'
import type { Static } from 'typebox'
import type { Needs } from '../../platform/calls/needs.ts'
import type { UserCaller } from '../../platform/http/caller.ts'
import type { Reached } from '../../platform/http/origin.ts'
import { type ChallengeUse, newChallenge } from './passkey-challenge.ts'
import { type PasskeyParty, requireParty } from './passkey-party.ts'
import { readAssertion } from './read-passkey.ts'
import { requireSecrets } from './second-factor.ts'
import type { StoredPasskey } from './store-directory-passkeys.ts'
import type { DirectoryUser } from './store-directory-users.ts'
import { assertionOptions } from './webauthn.ts'

/**
 * Returns the use for which the person of a session must sign a challenge with a passkey, to prove a change of the
 * second factor.
 */
export const changeUse = ({ sessionId }: Pick<UserCaller, 'sessionId'>) =>
  ({ use: 'prove', holder: String(sessionId) }) as const

interface Proving {
  readonly person: UserCaller
  readonly body: Static<typeof AskedSecrets>
  readonly reached: Reached
}

/**
 * Checks the secrets in a request to change the own second factor (`requireSecrets`), and returns the person. 400 when a secret
 * is wrong or missing, 409 for a passkey where passkeys cannot be used, 429 after too many wrong ones.
 */
export function requireSentSecrets(
  needs: Pick<Needs, 'database' | 'clock' | 'throttle' | 'signingKey' | 'passkeyUrl'>,
  { person, body, reached }: Proving,
): Promise<DirectoryUser> {
  const { current_password: password, code } = body
  const assertion = readAssertion(body.passkey)
  const passkey =
    assertion === undefined ? undefined : { assertion, party: requireParty(needs, reached), use: changeUse(person) }
  return requireSecrets(needs, { userId: person.userId, password, code, passkey })
}

/**
 * Returns WebAuthn options with a new challenge, valid for 5 minutes, for this use and host (`party.rpId`) only. They
 * allow those of the passkeys that belong to this host; if none does, any passkey that the browser has for the host.
 */
export function askOptions(
  { signingKey, clock }: Pick<Needs, 'signingKey' | 'clock'>,
  passkeys: readonly StoredPasskey[],
  { party, use }: { readonly party: PasskeyParty; readonly use: Omit<ChallengeUse, 'rpId'> },
): ReturnType<typeof assertionOptions> {
  const challenge = newChallenge(signingKey, { ...use, rpId: party.rpId }, clock.now())
  return assertionOptions({ party, challenge, existing: passkeys.filter(({ rpId }) => rpId === party.rpId) })
}
