import { useEffect, useState } from 'react'

/** Returns a value once it has not changed for `ms`, and until then the value before; in the first render the value itself. */
export function useSettledValue<T extends string | number | null>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
