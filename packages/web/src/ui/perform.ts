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
