import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** First parts of the query keys of the unit or machine that a page shows. */
const PAGE_KEYS: ReadonlySet<unknown> = new Set(['unit', 'machine'])

const isOfPage = ({ queryKey: [name] }: { readonly queryKey: readonly unknown[] }): boolean => PAGE_KEYS.has(name)

/** Returns true while the unit or machine on screen is being read. */
export const useIsPageReading = (): boolean => useIsFetching({ predicate: isOfPage }) > 0

/**
 * Returns true once no unit or machine is being read any more, also after a failure or on a page without one, and from then on.
 * Other data, such as signs in the menu, is read only after that, as a browser sends few requests at once.
 */
export function useIsPageRead(): boolean {
  const isReading = useIsPageReading()
  const [isRead, setIsRead] = useState(false)
  // The page begins its own reading in the same turn as the frame around it is shown.
  useEffect(() => {
    if (isRead || isReading) return
    const timer = setTimeout(() => setIsRead(true))
    return () => clearTimeout(timer)
  }, [isRead, isReading])
  return isRead
}
