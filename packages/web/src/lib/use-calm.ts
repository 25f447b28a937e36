import { useEffect, useRef, useState } from 'react'
import { monotonicMs } from './clock.ts'

/**
 * Returns `value`, but another one at most every `everyMs`, then the latest, so that what is slow to draw is not drawn for each
 * of many values. Returns a value at once if `isUrgent(value, shown)`, or if none was returned for `everyMs`.
 */
export function useCalm<T>(value: T, everyMs: number, isUrgent: (value: T, shown: T) => boolean): T {
  const [shown, setShown] = useState(value)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  const urgent = value !== shown && isUrgent(value, shown)
  if (urgent) setShown(value)
  useEffect(() => {
    if (value === shown) return
    const timer = setTimeout(() => setShown(value), Math.max(0, changedAt.current + everyMs - monotonicMs()))
    return () => clearTimeout(timer)
  }, [value, shown, everyMs])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when another value is shown
  useEffect(() => {
    changedAt.current = monotonicMs()
  }, [shown])
  return urgent ? value : shown
}
