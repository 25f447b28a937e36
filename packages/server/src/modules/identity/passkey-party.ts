import { Conflict } from '../../platform/errors.ts'
import type { Reached } from '../../platform/http/origin.ts'

/** Host name for which passkeys are made, and origin of the pages that may use them (Web Authentication: relying party). */
export interface PasskeyParty {
  readonly rpId: string
  readonly origin: string
}

const parsed = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined)

/** Returns true for an address at which browsers offer passkeys: HTTPS with a host name (not an IP address), or `localhost`. */
const isFit = ({ protocol, hostname }: URL): boolean =>
  hostname === 'localhost' || (protocol === 'https:' && /[a-z]/.test(hostname) && !hostname.startsWith('['))

/**
 * Returns the party of a request: that of the public address of the installation if the request was made to it, or `localhost` in
 * an installation without a public address. Null for any other host, as the host name in a request is chosen by the caller, and
 * for a host without passkeys.
 */
export function passkeyParty(publicUrl: string | undefined, { protocol, host }: Reached): PasskeyParty | null {
  const reached = parsed(`${protocol}://${host}`)
  if (reached === undefined || !isFit(reached)) return null
  const isOwn =
    publicUrl === undefined ? reached.hostname === 'localhost' : parsed(publicUrl)?.origin === reached.origin
  return isOwn ? { rpId: reached.hostname, origin: reached.origin } : null
}

/** Returns the party of a request; throws 409 (`passkey_not_here`) if passkeys cannot be used at its host. */
export function requireParty(
  { passkeyUrl }: { readonly passkeyUrl: string | undefined },
  reached: Reached,
): PasskeyParty {
  const party = passkeyParty(passkeyUrl, reached)
  if (party === null) throw new Conflict('passkey_not_here')
  return party
}
