import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Scrolls a new page to its top, and restores the position for back and forward. Pages scroll inside an element, for
 * which browsers do neither.
 */
export function usePageScroll(page: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation()
  const cameByHistory = useNavigationType() === 'POP'
  const offsets = useRef(new Map<string, number>())
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    const element = page.current
    if (element === null) return
    // A selection on the same page changes the address too, but must not scroll.
    if (shown.current !== pathname) element.scrollTop = (cameByHistory && offsets.current.get(key)) || 0
    shown.current = pathname
    const keep = () => offsets.current.set(key, element.scrollTop)
    keep()
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [page, key, pathname, cameByHistory])
}
