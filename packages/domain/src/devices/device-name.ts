/** Longest name of a device, in characters. */
export const MOST_NAME_CHARACTERS = 120

/**
 * Returns the name of a device as it is stored: without blanks at its ends; null, for no name, if it is null or has no visible
 * character. Its length is not checked.
 */
export function deviceName(typed: string | null): string | null {
  const name = (typed ?? '').trim()
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? name : null
}

/** Returns a device in one line of text: its name with its uuid, or its uuid alone. */
export const deviceWords = (name: string | null, uuid: string): string => (name === null ? uuid : `${name} (${uuid})`)
