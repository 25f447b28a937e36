import { type RefObject, useEffect, useState } from 'react'

function useSize(ref: RefObject<HTMLElement | null>, measure: (element: HTMLElement) => number): number {
  const [size, setSize] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new ResizeObserver(() => setSize(measure(element)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, measure])
  return size
}

const widthOf = (element: HTMLElement): number => element.clientWidth
const heightOf = (element: HTMLElement): number => element.clientHeight

/** Returns the inner width of an element, px, and renders again when it changes; 0 before the first measurement. */
export const useWidth = (ref: RefObject<HTMLElement | null>): number => useSize(ref, widthOf)
/** Returns the inner height of an element, px, and renders again when it changes; 0 before the first measurement. */
export const useHeight = (ref: RefObject<HTMLElement | null>): number => useSize(ref, heightOf)
