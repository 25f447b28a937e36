import { type RefObject, useEffect, useRef } from 'react'

/** Of an element, in the px it is laid out by. */
export interface Size {
  readonly width: number
  readonly height: number
}

type OnSize = (size: Size) => void

const listeners = new WeakMap<Element, OnSize>()
let observer: ResizeObserver | undefined

/** One observer for all canvases: there may be hundreds. It tells a size first when the page is laid out, before it is shown. */
function observe(element: Element, onSize: OnSize): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) listeners.get(target)?.(contentRect)
  })
  listeners.set(element, onSize)
  observer.observe(element)
  const made = observer
  return () => {
    listeners.delete(element)
    made.unobserve(element)
  }
}

/**
 * Paints a canvas whenever it has another size, or `paint` is another (the very same while what it paints is). Nothing is
 * rendered for it, and no layout is asked for: with hundreds of canvases either would be felt.
 */
export function usePainted(canvas: RefObject<HTMLCanvasElement | null>, paint: Painting): void {
  const size = useRef<Size>(undefined)
  const latest = useRef(paint)
  useEffect(() => {
    latest.current = paint
    if (canvas.current !== null && size.current !== undefined) paintReady(canvas.current, size.current, paint)
  }, [canvas, paint])
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    return observe(element, (now) => {
      size.current = now
      paintReady(element, now, latest.current)
    })
  }, [canvas])
}

/** A canvas cleared and ready to be drawn on in the px it is laid out by, and how many of its own pixels one of those has. */
export interface Ready extends Size {
  readonly context: CanvasRenderingContext2D
  readonly scale: number
}
type Painting = (ready: Ready) => void

function paintReady(canvas: HTMLCanvasElement, { width, height }: Size, paint: Painting): void {
  const scale = devicePixelRatio || 1
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)]
  if (wide === 0 || high === 0) return
  // Another size takes new memory: only where it is another.
  if (canvas.width !== wide) canvas.width = wide
  if (canvas.height !== high) canvas.height = high
  const context = canvas.getContext('2d')
  if (context === null) return
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.clearRect(0, 0, width, height)
  paint({ context, width, height, scale })
}
