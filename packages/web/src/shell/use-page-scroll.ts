import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Another page begins at its top; back and forward lead to where one was. Pages scroll inside the shell, where browsers do
 * neither by themselves.
 */
export function usePageScroll(page: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation()
  const cameByHistory = useNavigationType() === 'POP'
  const offsets = useRef(new Map<string, number>())
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    const element = page.current
    if (element === null) return
    // A selection on the same page changes the address too, and moves nothing.
    if (shown.current !== pathname) element.scrollTop = (cameByHistory && offsets.current.get(key)) || 0
    shown.current = pathname
    const keep = () => offsets.current.set(key, element.scrollTop)
    keep()
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [page, key, pathname, cameByHistory])
}
