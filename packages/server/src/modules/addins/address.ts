import { Invalid } from '../../platform/errors.ts'

/** Largest number of characters of an address that browsers and proxies reliably transport. */
const longest = 2000

/**
 * Returns the address of an add-in in its normal form. It must be https with a host name, without user name and password, and
 * have at most 2,000 characters; a fragment is allowed. Throws `addin_url_invalid` for any other text, and for one that a
 * browser could read differently from this program.
 */
export function requireAddress(typed: string): string {
  const url = URL.canParse(typed) ? new URL(typed) : null
  const isFine =
    url !== null &&
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.hostname !== '' &&
    /^https:\/\/[^/]/i.test(typed) &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a character that browsers drop without a message is refused
    !/[\u0000-\u0020\u007f\\]/.test(typed)
  if (!isFine || url.href.length > longest) throw new Invalid(undefined, 'addin_url_invalid')
  return url.href
}

/** Returns the origin of an add-in's address; a token for the add-in is valid for this audience only. */
export const originOfAddress = (address: string): string => new URL(address).origin
