import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Scrolls the element `page` to its top when another page opens, and to its last position for back and forward. Browsers do
 * neither inside an element.
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
