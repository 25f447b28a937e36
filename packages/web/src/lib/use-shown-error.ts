import { useState } from 'react'

interface Reading {
  readonly data: unknown
  readonly error: Error | null
}

/**
 * Returns the error of a query to show; null for none. While there is no data, the last error stays until the query was read,
 * because a query that is read again forgets its error, and its page would alternate between error and skeleton.
 */
export function useShownError({ data, error }: Reading): Error | null {
  const [last, setLast] = useState<Error | null>(error)
  const kept = error ?? (data === undefined ? last : null)
  if (kept !== last) setLast(kept)
  return kept
}
