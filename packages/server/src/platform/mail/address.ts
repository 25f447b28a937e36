import addressparser from 'nodemailer/lib/addressparser'

const longest = 254
const longestLocal = 64
/** Dot-atom of RFC 5322, with letters of all scripts; no quotes, comments, groups, routes or literals. */
const localPart = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?'
const plain = new RegExp(`^${localPart}(?:\\.${localPart})*@${label}(?:\\.${label})+$`, 'u')

/**
 * Returns true if mail can be sent to the text: one bare address that every parser reads in the same way. Quoted parts,
 * comments, groups and addresses without a dot in the domain give false.
 */
export function isMailable(address: string): boolean {
  if (address.length > longest || address.indexOf('@') > longestLocal || !plain.test(address)) return false
  const [only, ...more] = addressparser(address)
  return more.length === 0 && only?.group === undefined && only?.address === address && only.name === ''
}
