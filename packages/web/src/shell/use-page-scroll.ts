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
  const offset = useRef(0)
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    const element = page.current
    if (element === null) return
    // A selection on the same page changes the address too, but must not scroll. It does not read `scrollTop` either, as this
    // would compute the layout of the whole page within the click.
    if (shown.current !== pathname) {
      offset.current = (cameByHistory && offsets.current.get(key)) || 0
      element.scrollTop = offset.current
    }
    shown.current = pathname
    offsets.current.set(key, offset.current)
    const keep = () => {
      offset.current = element.scrollTop
      offsets.current.set(key, offset.current)
    }
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [page, key, pathname, cameByHistory])
}
