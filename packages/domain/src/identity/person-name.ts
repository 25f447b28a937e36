const LONGEST = 120
/**
 * Characters that end a line or change the direction of text: names are shown in mails and in lists, where these would disturb.
 */
const disturbing = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
/** Any visible character. Unicode counts some fillers and blanks as letters or symbols; these do not match. */
const visible = /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u

/**
 * Returns a first or last name as it is stored: trimmed, in Unicode's composed form (NFC). Returns `blank` when no character
 * is visible. Returns null for a name above 120 characters, or with line ends or characters that change the direction of
 * text.
 */
export function readPersonName(text: string): { readonly name: string } | 'blank' | null {
  const name = text.normalize('NFC').trim()
  if (disturbing.test(name)) return null
  if (!visible.test(name)) return 'blank'
  return name.length <= LONGEST ? { name } : null
}

/** Person as lists and entries name one; without `email`, the reader may not see the address. */
export interface NamedPerson {
  readonly firstName: string
  readonly lastName: string
  readonly email?: string | undefined
}

/**
 * Returns the first and last name of a person, for example `Ann Miller`. Without a name it returns the e-mail address, and
 * `somebody without a name` if the reader may not see that.
 */
export const personName = ({ firstName, lastName, email }: NamedPerson): string =>
  `${firstName} ${lastName}`.trim() || (email ?? 'somebody without a name')
