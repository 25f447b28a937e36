import { type RefObject, useEffect, useRef, useState } from 'react'
import { monotonicMs } from '../lib/clock.ts'
import { useWidth } from '../ui/use-size.ts'

/** A chart follows its box at most this often (specification 1, section 9). */
const RESIZE_MS = 500

/** The width a chart is drawn at: that of its box, followed at most every 500 ms; 0 before the first measurement. */
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
