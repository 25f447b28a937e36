import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useChangeAddress } from '../../lib/use-change-address.ts'

/**
 * Returns the values of a query parameter that may be in the address several times (`?equipIds[]=1&equipIds[]=2`), and a function
 * that replaces them without a history entry. The list is empty if the address has none; a value with commas is split at these.
 */
export function useManyInAddress(name: string): [readonly string[], (values: readonly string[]) => void] {
  const [search] = useSearchParams()
  const change = useChangeAddress()
  const joined = search.getAll(name).join()
  const values = useMemo(() => (joined === '' ? [] : joined.split(',')), [joined])
  const set = (next: readonly string[]): void =>
    change((present) => {
      present.delete(name)
      for (const value of next) present.append(name, value)
      return present
    })
  return [values, set]
}
