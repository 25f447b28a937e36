/** Storage of this browser: for all its windows and visits, or for this window until it is closed. */
type Place = 'localStorage' | 'sessionStorage'

/** Returns the text that is stored under a name; null if there is none or the browser allows no storage. */
export function readStored(name: string, place: Place = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(name)
  } catch {
    return null
  }
}

/**
 * Returns the value that is stored as JSON under a name; undefined if there is none, it cannot be read, or the browser allows no
 * storage.
 */
export function readStoredValue(name: string): unknown {
  try {
    return JSON.parse(readStored(name) ?? '')
  } catch {
    return undefined
  }
}

/** Stores a text under a name. Returns false if the storage is full or the browser allows none. */
export function writeStored(name: string, text: string, place: Place = 'localStorage'): boolean {
  try {
    globalThis[place].setItem(name, text)
    return true
  } catch {
    return false
  }
}

/** Removes what is stored under a name. Does nothing if there is none or the browser allows no storage. */
export function dropStored(name: string, place: Place = 'localStorage'): void {
  try {
    globalThis[place].removeItem(name)
  } catch {
    // Nothing could be stored either.
  }
}

/** Returns the names under which something is stored for all windows; undefined if the browser allows no storage. */
export function storedNames(): string[] | undefined {
  try {
    return Object.keys(localStorage)
  } catch {
    return undefined
  }
}
