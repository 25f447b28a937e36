import { readPersonName } from './person-name.ts'

/** Greatest number of passkeys of one person. */
export const MOST_PASSKEYS = 10

/** Greatest length of the name of a passkey, in characters. */
export const LONGEST_PASSKEY_NAME = 60

/**
 * Returns the name of a passkey as it is stored: trimmed and composed (NFC). Returns null for a blank name, a name of more than
 * 60 characters, and one with line ends or characters that change the direction of text.
 */
export function readPasskeyName(text: string): string | null {
  const read = readPersonName(text)
  return read === null || read === 'blank' || read.name.length > LONGEST_PASSKEY_NAME ? null : read.name
}

/**
 * Returns true if the counter of a passkey went back or stood still since its last use, so that a copy of the passkey may exist
 * (Web Authentication, section 6.1.1). Returns false if both are 0, which passkeys without a counter always send.
 */
export const isCounterBack = (stored: number, sent: number): boolean => (stored > 0 || sent > 0) && sent <= stored
