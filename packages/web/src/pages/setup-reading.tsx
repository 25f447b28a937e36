import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { companyQuery } from '../features/tree/queries.ts'
import { usePlace } from '../scope/place.ts'
import { Bone } from '../ui/notice.tsx'
import { ReadError } from './read-error.tsx'

interface ReadingProps<T> {
  query: UseQueryResult<T>
  /** What is read, as the beginning of a sentence. */
  what: string
  /** How many rows to hold the place of. */
  rows?: number
  children: (data: T) => React.ReactNode
}

/** Whether times can be told as they stay: in the zone of the company, or in UTC where that cannot be read. */
function useZoneKnown(): boolean {
  const { isError } = useQuery(companyQuery)
  return usePlace((place) => place.zone) !== undefined || isError
}

/** What was read; until then its place, and where it could not be read, why and how to go on. */
export function Reading<T>({ query, what, rows = 5, children }: ReadingProps<T>) {
  const isZoneKnown = useZoneKnown()
  if (query.data !== undefined && isZoneKnown) return children(query.data)
  if (query.error !== null && query.data === undefined)
    return <ReadError what={what} error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="panel setup-bones" aria-busy="true">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and stay where they are
        <Bone key={index} height={34} />
      ))}
    </div>
  )
}
