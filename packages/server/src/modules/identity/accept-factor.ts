import type { Needs } from '../../platform/calls/needs.ts'
import type { Tx } from '../../platform/tx.ts'
import { type AcceptedFactor, acceptCode } from './accept-code.ts'
import { acceptPasskey, type SentPasskey } from './accept-passkey.ts'
import type { DirectoryUser } from './store-directory-users.ts'

/** A second factor as somebody sent it; a code besides a passkey is not looked at. */
export interface SentFactor {
  readonly code: string | undefined
  readonly passkey: SentPasskey | undefined
}

/**
 * Accepts a code or a passkey of a person and uses it up, in a transaction that must be committed also if it is refused. Null: it is
 * wrong, was used, or there is none.
 */
export async function acceptFactor(
  tx: Tx,
  needs: Pick<Needs, 'clock' | 'signingKey'>,
  user: DirectoryUser,
  { code, passkey }: SentFactor,
): Promise<AcceptedFactor | null> {
  if (passkey !== undefined) return (await acceptPasskey(tx, needs, user.userId, passkey)) && 'passkey'
  return code === undefined ? null : acceptCode(tx, needs.clock, user, code)
}
