import addressparser from 'nodemailer/lib/addressparser'

const longest = 254
const longestLocal = 64
/**
 * Pattern of one part of the local name: dot-atom of RFC 5322, with letters of all scripts; no quotes, comments, groups, routes
 * or literals.
 */
const localPart = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?'
const plain = new RegExp(`^${localPart}(?:\\.${localPart})*@${label}(?:\\.${label})+$`, 'u')

/**
 * Returns true if mail can be sent to the text: one bare address of at most 254 characters that every parser reads in the same
 * way. False for quoted parts, comments, groups, a name of more than 64 characters, and a domain without a dot.
 */
export function isMailable(address: string): boolean {
  if (address.length > longest || address.indexOf('@') > longestLocal || !plain.test(address)) return false
  const [only, ...more] = addressparser(address)
  return more.length === 0 && only?.group === undefined && only?.address === address && only.name === ''
}
