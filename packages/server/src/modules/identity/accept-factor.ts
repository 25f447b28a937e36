import type { Needs } from '../../platform/calls/needs.ts'
import type { Tx } from '../../platform/tx.ts'
import { type AcceptedFactor, acceptCode } from './accept-code.ts'
import { acceptPasskey, type SentPasskey } from './accept-passkey.ts'
import type { DirectoryUser } from './store-directory-users.ts'

/** Second factor as a caller sent it. If it has a passkey, the code is not read. */
export interface SentFactor {
  readonly code: string | undefined
  readonly passkey: SentPasskey | undefined
}

/**
 * Accepts a code or a passkey of a person and uses it up; returns its kind. The transaction must be committed also if the factor
 * is refused. Null: neither was sent, or it is wrong or was used, or the person has no such factor.
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
