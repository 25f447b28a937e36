/**
 * Performs an action for an event, in place of what the browser would do. Returns false, and leaves the event to the
 * browser, when there is no action.
 */
export function perform(event: { preventDefault: () => void }, action: (() => void) | undefined): boolean {
  if (action === undefined) return false
  event.preventDefault()
  action()
  return true
}
