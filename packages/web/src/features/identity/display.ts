import { useSyncExternalStore } from 'react'

/**
 * Name in localStorage of the mark that this browser is a kiosk display. With the mark, the page first reads the display instead
 * of the user; the server decides which data it may read.
 */
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

export function rememberDisplay(isDisplay: boolean): void {
  display = isDisplay
  try {
    if (isDisplay) localStorage.setItem(NAME, 'yes')
    else localStorage.removeItem(NAME)
  } catch {
    // Without storage, the browser finds out again at each start.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsRememberedDisplay = (): boolean => useSyncExternalStore(subscribe, isRememberedDisplay)
