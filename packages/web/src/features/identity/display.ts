import { useSyncExternalStore } from 'react'
import { dropStored, readStored, writeStored } from '../../lib/stored.ts'

/**
 * Name in localStorage of the mark that this browser is a kiosk display. With the mark, the page first reads the display instead
 * of the user; the server decides which data it may read.
 */
const NAME = 'millwatch.display'
const listeners = new Set<() => void>()

let display = readStored(NAME) !== null

export const isRememberedDisplay = (): boolean => display

/**
 * Marks this browser as a kiosk display, or removes the mark. Without storage, the browser finds out again at each start.
 */
export function rememberDisplay(isDisplay: boolean): void {
  display = isDisplay
  if (isDisplay) writeStored(NAME, 'yes')
  else dropStored(NAME)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsRememberedDisplay = (): boolean => useSyncExternalStore(subscribe, isRememberedDisplay)
