const LONGEST = 254
const LONGEST_NAME = 64
/** What browsers take in a field of type email, with at least one dot behind the at: no quotes, comments, groups or lists. */
const shape =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * An e-mail address in the one spelling in which it is kept: trimmed and lower-cased; null where it is none. Only ASCII is taken
 * (domains of other scripts in their `xn--` form), so that no two addresses that look alike are two people, and no letter that
 * folds into another one reaches somebody else's mailbox.
 */
export function readEmail(text: string): string | null {
  const trimmed = text.trim()
  // Before lower-casing: the Kelvin sign becomes a k by it.
  if (!/^[\x21-\x7e]+$/.test(trimmed) || trimmed.length > LONGEST) return null
  const email = trimmed.toLowerCase()
  return email.indexOf('@') <= LONGEST_NAME && shape.test(email) ? email : null
}
