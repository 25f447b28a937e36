import { type RefObject, useEffect, useRef, useState } from 'react'

/** Delay before the box opens and closes, ms: long enough to pass over a number, and to reach the box. */
const PATIENCE_MS = 140

/** True while a press of Tab is handled. A closing dialog also moves the focus back, which must not open a box. */
let isTabbing = false
addEventListener(
  'keydown',
  ({ key }) => {
    isTabbing = key === 'Tab'
  },
  { capture: true },
)
for (const other of ['keyup', 'pointerdown'])
  addEventListener(
    other,
    () => {
      isTabbing = false
    },
    { capture: true },
  )

/**
 * Returns the state of a box that explains an element (`isOpen`), functions that open and close it, and the event handlers for
 * the element and the box. It opens 140 ms after the mouse enters the element, or at once at focus by Tab. It closes 140 ms after
 * the mouse left both, and at once at Escape, a press elsewhere, or when the focus leaves.
 */
export function useHover(anchor: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasTouch = useRef(false)
  const set = (next: boolean): void => {
    clearTimeout(timer.current)
    setOpen(next)
  }
  const soon = (next: boolean): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), PATIENCE_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return
    const elsewhere = (event: PointerEvent): void => {
      const target = event.target as Node
      if (box.current?.contains(target) !== true && anchor.current?.contains(target) !== true) setOpen(false)
    }
    const onEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      // A delay that started before must not open it again.
      clearTimeout(timer.current)
      setOpen(false)
    }
    addEventListener('pointerdown', elsewhere)
    addEventListener('keydown', onEscape, { capture: true })
    return () => {
      removeEventListener('pointerdown', elsewhere)
      removeEventListener('keydown', onEscape, { capture: true })
    }
  }, [isOpen, anchor])
  const isMouse = (event: React.PointerEvent): boolean => event.pointerType === 'mouse'
  return {
    isOpen,
    wasTouch: (): boolean => wasTouch.current,
    close: () => set(false),
    toggle: () => set(!isOpen),
    handlers: {
      onPointerEnter: (event: React.PointerEvent) => isMouse(event) && soon(true),
      onPointerLeave: (event: React.PointerEvent) => isMouse(event) && soon(false),
      onPointerDown: (event: React.PointerEvent) => {
        wasTouch.current = !isMouse(event)
      },
      onKeyDown: () => {
        wasTouch.current = false
      },
      onFocus: () => isTabbing && set(true),
      onBlur: (event: React.FocusEvent) => box.current?.contains(event.relatedTarget) !== true && set(false),
    },
    box: {
      ref: box,
      onPointerEnter: () => clearTimeout(timer.current),
      onPointerLeave: (event: React.PointerEvent) => isMouse(event) && soon(false),
    },
  }
}
