import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { companyQuery } from '../features/tree/queries.ts'
import { usePlace } from '../scope/place.ts'
import { Skeleton } from '../ui/notice.tsx'
import { ReadError } from './read-error.tsx'

interface ReadingProps<T> {
  query: UseQueryResult<T>
  /** Name of the data, as the beginning of a sentence. */
  subject: string
  /** Number of rows of the skeleton. */
  rows?: number
  children: (data: T) => React.ReactNode
}

/**
 * Returns true once a zone is known: that of the company, or until it is loaded that of the page before. It is also true if the
 * company could not be read; without any zone times are then in UTC.
 */
function useZoneKnown(): boolean {
  const { isError } = useQuery(companyQuery)
  return usePlace((place) => place.zone) !== undefined || isError
}

/**
 * Passes the data of a query to `children`; a skeleton until it and a zone for its times are known, or if nothing could be read
 * an error with a button to try again.
 */
export function Reading<T>({ query, subject, rows = 5, children }: ReadingProps<T>) {
  const isZoneKnown = useZoneKnown()
  if (query.data !== undefined && isZoneKnown) return children(query.data)
  if (query.error !== null && query.data === undefined)
    return <ReadError subject={subject} error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="panel stack" aria-busy="true">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and stay where they are
        <Skeleton key={index} height={34} />
      ))}
    </div>
  )
}
