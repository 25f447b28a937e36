const LONGEST = 254
const LONGEST_NAME = 64
/**
 * Addresses that browsers accept in a field of type email, with at least one dot after the at sign, and before it only single
 * dots that are not at the ends. Quotes, comments, groups and lists do not match.
 */
const shape =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Returns an e-mail address as it is stored, trimmed and in lower case, or null when it is not valid. Only ASCII is accepted
 * (domains in other scripts in their `xn--` form). So letters of other scripts that look like ASCII cannot make two accounts that
 * look alike.
 */
export function readEmail(text: string): string | null {
  const trimmed = text.trim()
  // This check comes before lower-casing, which turns the Kelvin sign into a k.
  if (!/^[\x21-\x7e]+$/.test(trimmed) || trimmed.length > LONGEST) return null
  const email = trimmed.toLowerCase()
  return email.indexOf('@') <= LONGEST_NAME && shape.test(email) ? email : null
}
