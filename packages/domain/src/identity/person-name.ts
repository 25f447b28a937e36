const LONGEST = 120
/** Characters that end lines, or turn the direction of what stands around them: names stand in mails and lists of others. */
const disturbing = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
/** Fillers and blanks that Unicode counts among letters and symbols are none. */
const visible = /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u

/** A first or last name as it is kept: trimmed, in Unicode's composed form. `blank`: nothing of it can be seen; null: no name. */
export function readPersonName(text: string): { readonly name: string } | 'blank' | null {
  const name = text.normalize('NFC').trim()
  if (disturbing.test(name)) return null
  if (!visible.test(name)) return 'blank'
  return name.length <= LONGEST ? { name } : null
}
