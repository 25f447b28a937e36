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

/**
 * Returns handlers for horizontal dragging over an element with mouse or pen. `onDrag` gets both ends (px from the left of
 * the element), left first. `onClick` gets the position of a press that moves less than 15 px, and of any touch.
 */
export function useDrag(onDrag: (left: number, right: number) => void, onClick?: (x: number) => void): Drag {
  const start = useRef<number>(undefined)
  const [range, setRange] = useState<Drag['range']>()
  const stop = (): void => {
    start.current = undefined
    setRange(undefined)
  }
  return {
    range,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0 || event.pointerType === 'touch') return
        start.current = xOf(event)
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event) => {
        if (start.current === undefined) return
        const x = xOf(event)
        const [left, width] = [Math.min(start.current, x), Math.abs(x - start.current)]
        setRange(width >= LEAST_DRAG_PX ? { left, width } : undefined)
      },
      onPointerUp: (event) => {
        const x = xOf(event)
        const from = start.current ?? x
        stop()
        if (Math.abs(x - from) >= LEAST_DRAG_PX) onDrag(Math.min(from, x), Math.max(from, x))
        else onClick?.(x)
      },
      onPointerCancel: stop,
    },
  }
}
