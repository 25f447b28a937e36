import { Invalid } from '../../platform/errors.ts'

/** As far as browsers and proxies carry one. */
const longest = 2000

/**
 * The address of an add-in as we keep it: https, of a named host, without user name, password or fragment. Anything a
 * browser could read otherwise than we do is refused, or written as the standard writes it.
 */
export function demandAddress(typed: string): string {
  const url = URL.canParse(typed) ? new URL(typed) : null
  const isFine =
    url !== null &&
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.hostname !== '' &&
    /^https:\/\/[^/]/i.test(typed) &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a browser drops in silence is not taken
    !/[\u0000-\u0020\u007f\\]/.test(typed)
  if (!isFine || url.href.length > longest) throw new Invalid(undefined, 'addin_url_invalid')
  return url.href
}

/** Whom a token for this address is for. */
export const originOfAddress = (address: string): string => new URL(address).origin
