import { type RefObject, useEffect, useRef } from 'react'

/** Size of an element in layout pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

type OnSize = (size: Size) => void

const listeners = new WeakMap<Element, OnSize>()
let observer: ResizeObserver | undefined

/**
 * Calls `onSize` when an element gets its first or a new size; returns the function that ends this. All canvases share one
 * observer, since there may be hundreds. The first size comes after layout, before the page is shown.
 */
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
 * Paints a canvas whenever its size or `paint` changes, without rendering a component again, since there may be hundreds of
 * canvases. `paint` must be the same function while the content is the same.
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

/** Cleared canvas with its size, to be painted in layout pixels. `scale` is the number of device pixels per layout pixel. */
export interface Ready extends Size {
  readonly context: CanvasRenderingContext2D
  readonly scale: number
}
type Painting = (ready: Ready) => void

function paintReady(canvas: HTMLCanvasElement, { width, height }: Size, paint: Painting): void {
  const scale = devicePixelRatio || 1
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)]
  if (wide === 0 || high === 0) return
  // Setting the size allocates memory, so it is set only when it differs.
  if (canvas.width !== wide) canvas.width = wide
  if (canvas.height !== high) canvas.height = high
  const context = canvas.getContext('2d')
  if (context === null) return
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.clearRect(0, 0, width, height)
  paint({ context, width, height, scale })
}
