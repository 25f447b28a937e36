/** Distance of the messages from the lower edge of the window, and from the page above them, px. */
const MARGIN = 8

/** Returns the height (px) of the window that a keyboard on the screen hides; 0 without one, and while the page is zoomed in. */
function hiddenByKeyboard(): number {
  const seen = window.visualViewport
  return seen && seen.scale <= 1 ? Math.max(0, innerHeight - seen.height - seen.offsetTop) : 0
}

/**
 * Scrolls an element into view if its lower end is behind the messages, which are `roomPx` high. Does nothing for null, the body,
 * and elements inside the messages.
 */
function keepInView(used: Element | null, roomPx: number): void {
  if (used === null || used === document.body || used.closest('.toasts') !== null) return
  if (used.getBoundingClientRect().bottom > innerHeight - roomPx)
    used.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/**
 * Ends the page above the messages while `list` shows them, so that they cover nothing: the upper part of the page keeps its
 * place, and the lower part can be scrolled into view. Returns a function that undoes this; undefined for null.
 */
export function reserveRoom(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined
  const { style, dataset } = document.documentElement
  const measure = (): void => {
    const keyboard = hiddenByKeyboard()
    const roomPx = keyboard + list.getBoundingClientRect().height + 2 * MARGIN
    style.setProperty('--keyboard', `${keyboard}px`)
    style.setProperty('--toast-room', `${roomPx}px`)
    const isFirst = dataset.toasts === undefined
    // The page ends above the messages from here on, so that it can be scrolled.
    dataset.toasts = ''
    if (isFirst) keepInView(document.activeElement, roomPx)
  }
  measure()
  // One more message, or one less.
  const observer = new MutationObserver(measure)
  observer.observe(list, { childList: true, subtree: true })
  window.addEventListener('resize', measure)
  window.visualViewport?.addEventListener('resize', measure)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', measure)
    window.visualViewport?.removeEventListener('resize', measure)
    delete dataset.toasts
  }
}
