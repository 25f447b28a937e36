/** Distance of the messages from the lower edge of the window, and from the page above them, px. */
const MARGIN = 8

/** Height of the window that a keyboard on the screen hides, px; 0 without one. */
function hiddenByKeyboard(): number {
  const { visualViewport: seen } = window
  return seen === null || seen.scale > 1 ? 0 : Math.max(0, innerHeight - seen.height - seen.offsetTop)
}

/** Scrolls what was just used into view, if it stood where the messages are now. */
function keepInView({ activeElement: used }: Document): void {
  if (used !== null && used !== document.body && used.closest('.toasts') === null)
    used.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/**
 * Ends the page above the messages while `list` shows them, so that they cover nothing: the upper part of the page keeps its place,
 * and the lower part can be scrolled to. Returns a function that gives the room back.
 */
export function reserveRoom(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined
  const { style, dataset } = document.documentElement
  const measure = (): void => {
    const keyboard = hiddenByKeyboard()
    const isNew = dataset.toasts === undefined
    style.setProperty('--keyboard', `${keyboard}px`)
    style.setProperty('--toast-room', `${keyboard + list.getBoundingClientRect().height + 2 * MARGIN}px`)
    dataset.toasts = ''
    if (isNew) keepInView(document)
  }
  const observer = new ResizeObserver(measure)
  observer.observe(list)
  window.visualViewport?.addEventListener('resize', measure)
  return () => {
    observer.disconnect()
    window.visualViewport?.removeEventListener('resize', measure)
    delete dataset.toasts
  }
}
