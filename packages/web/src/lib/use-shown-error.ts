import { useState } from 'react'

interface Reading {
  readonly data: unknown
  readonly error: Error | null
}

/**
 * Returns the error of a query to show; null: none. While there is no data, the last error stays until the query was read: a
 * query that is read again forgets its error, and its page would show now the error, now the skeleton.
 */
export function useShownError({ data, error }: Reading): Error | null {
  const [last, setLast] = useState<Error | null>(error)
  const kept = error ?? (data === undefined ? last : null)
  if (kept !== last) setLast(kept)
  return kept
}
