import addressparser from 'nodemailer/lib/addressparser'

const longest = 254
const longestLocal = 64
/** Dot-atoms of RFC 5322, and letters of other scripts; no quotes, comments, groups, routes or literals. */
const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?'
const plain = new RegExp(`^${atom}(?:\\.${atom})*@${label}(?:\\.${label})+$`, 'u')

/**
 * Whether mail can be sent there: one bare address, that every parser on the way reads as the same one. The library is asked
 * too, since it is the one that sends.
 */
export function isMailable(address: string): boolean {
  if (address.length > longest || address.indexOf('@') > longestLocal || !plain.test(address)) return false
  const [only, ...more] = addressparser(address)
  return more.length === 0 && only?.group === undefined && only?.address === address && only.name === ''
}
