import { useSyncExternalStore } from 'react'

/** Whether this browser is a kiosk display, and so is asked for its page first, not for a person. The server decides. */
const NAME = 'millwatch.display'
const listeners = new Set<() => void>()

function kept(): boolean {
  try {
    return localStorage.getItem(NAME) !== null
  } catch {
    return false
  }
}

let display = kept()

export const isRememberedDisplay = (): boolean => display

export function rememberDisplay(is: boolean): void {
  display = is
  try {
    if (is) localStorage.setItem(NAME, 'yes')
    else localStorage.removeItem(NAME)
  } catch {
    // A browser without storage finds out anew at each start.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsRememberedDisplay = (): boolean => useSyncExternalStore(subscribe, isRememberedDisplay)
