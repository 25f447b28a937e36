/**
 * Performs an action instead of what the browser would do for the event, and returns true. Without an action it returns false
 * and leaves the event to the browser.
 */
export function perform(event: { preventDefault: () => void }, action: (() => void) | undefined): boolean {
  if (action === undefined) return false
  event.preventDefault()
  action()
  return true
}

interface KeyEvent {
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly preventDefault: () => void
}

/**
 * Performs the action of a key like `perform`, and returns true. With Ctrl, Command or Alt held, or without an action, it does
 * nothing and returns false.
 */
export const performKey = (event: KeyEvent, action: (() => void) | undefined): boolean =>
  perform(event, event.ctrlKey || event.metaKey || event.altKey ? undefined : action)
