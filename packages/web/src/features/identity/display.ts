import { SharedValue, useShared } from '../../lib/shared-value.ts'
import { dropStored, readStored, writeStored } from '../../lib/stored.ts'

/**
 * Name in localStorage of the mark that this browser is a kiosk display. With the mark, the page first reads the display instead
 * of the user; the server decides which data it may read.
 */
const NAME = 'millwatch.display'

/** Holds true if this browser is marked as a kiosk display. */
const display = new SharedValue(readStored(NAME) !== null)

export const isRememberedDisplay = display.get

/**
 * Marks this browser as a kiosk display, or removes the mark. Without storage, the browser finds out again at each start.
 */
export function rememberDisplay(isDisplay: boolean): void {
  if (isDisplay) writeStored(NAME, 'yes')
  else dropStored(NAME)
  display.set(isDisplay)
}

export const useIsRememberedDisplay = (): boolean => useShared(display)
