import { readPersonName } from './person-name.ts'

/** Number of passkeys that a person has at most. */
export const MOST_PASSKEYS = 10

/** Characters that the name of a passkey has at most. */
export const LONGEST_PASSKEY_NAME = 60

/** Returns the name of a passkey as it is stored; null for a blank or overlong name, and for one that a list cannot show. */
export function readPasskeyName(text: string): string | null {
  const read = readPersonName(text)
  return read === null || read === 'blank' || read.name.length > LONGEST_PASSKEY_NAME ? null : read.name
}

/**
 * Returns true if the counter of a passkey went back or stood still since its last use, so that a copy of the passkey may exist
 * (Web Authentication, section 6.1.1). Many passkeys do not count and always send 0.
 */
export const isCounterBack = (stored: number, sent: number): boolean => (stored > 0 || sent > 0) && sent <= stored
