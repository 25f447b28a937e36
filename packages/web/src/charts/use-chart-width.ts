import { type RefObject, useEffect, useRef, useState } from 'react'
import { monotonicMs } from '../lib/clock.ts'
import { useWidth } from '../ui/use-size.ts'

/** Least time between two changes of a chart's size, ms (specification 1, section 9). */
const RESIZE_MS = 500

/**
 * Returns the width (px) at which a chart is drawn: the width of its box, changed at most every 500 ms; 0 before the first
 * measurement.
 */
export function useChartWidth(box: RefObject<HTMLElement | null>): number {
  const width = useWidth(box)
  const [drawn, setDrawn] = useState(0)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (width === drawn) return
    const wait = drawn === 0 ? 0 : Math.max(0, changedAt.current + RESIZE_MS - monotonicMs())
    const timer = setTimeout(() => {
      changedAt.current = monotonicMs()
      setDrawn(width)
    }, wait)
    return () => clearTimeout(timer)
  }, [width, drawn])
  return drawn === 0 ? width : drawn
}
