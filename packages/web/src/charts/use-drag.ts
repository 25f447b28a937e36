import { useRef, useState } from 'react'

/** Least length of a drag, px; a shorter one is a click. */
export const LEAST_DRAG_PX = 15

export interface Drag {
  /** Range being dragged over, px from the left of the element; undefined when nothing is dragged. */
  range: { left: number; width: number } | undefined
  handlers: {
    onPointerDown: (event: React.PointerEvent<HTMLElement>) => void
    onPointerMove: (event: React.PointerEvent<HTMLElement>) => void
    onPointerUp: (event: React.PointerEvent<HTMLElement>) => void
    onPointerCancel: () => void
  }
}

/**
 * Returns the distance of the pointer from the left of the element, in layout pixels; 0 for an element without width. They differ
 * from screen pixels where a page is enlarged.
 */
export function xOf({ clientX, currentTarget }: React.PointerEvent<HTMLElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return width === 0 ? 0 : ((clientX - left) * currentTarget.offsetWidth) / width
}

/** Press of the main button of a mouse or pen, or of a finger, on the element. */
interface Press {
  /** Place at which it began, px from the left of the element. */
  readonly x: number
  /** False for a finger, whose movement scrolls the page. */
  readonly drags: boolean
}

/**
 * Returns handlers for horizontal dragging over an element with mouse or pen. `onDrag` gets both ends (px from the left of
 * the element), left first. `onClick` gets the position of a press that moves less than 15 px, and of any touch. A press of
 * another button, or one that began elsewhere, does nothing.
 */
export function useDrag(onDrag: (left: number, right: number) => void, onClick?: (x: number) => void): Drag {
  const press = useRef<Press>(undefined)
  const [range, setRange] = useState<Drag['range']>()
  const stop = (): void => {
    press.current = undefined
    setRange(undefined)
  }
  return {
    range,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return
        press.current = { x: xOf(event), drags: event.pointerType !== 'touch' }
        if (press.current.drags) event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event) => {
        if (press.current?.drags !== true) return
        const { x: from } = press.current
        const x = xOf(event)
        const [left, width] = [Math.min(from, x), Math.abs(x - from)]
        setRange(width >= LEAST_DRAG_PX ? { left, width } : undefined)
      },
      onPointerUp: (event) => {
        const begun = press.current
        if (begun === undefined) return
        stop()
        const x = xOf(event)
        if (begun.drags && Math.abs(x - begun.x) >= LEAST_DRAG_PX) onDrag(Math.min(begun.x, x), Math.max(begun.x, x))
        else onClick?.(x)
      },
      onPointerCancel: stop,
    },
  }
}
