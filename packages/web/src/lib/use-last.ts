import { useState } from 'react'

/** Returns a value or, while it is undefined, the last one that was not; undefined if there was none. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState({ value })
  if (value === undefined || value === last.value) return last.value
  setLast({ value })
  return value
}
