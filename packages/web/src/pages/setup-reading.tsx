import type { UseQueryResult } from '@tanstack/react-query'
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

/** What was read; until then its place, and where it could not be read, why and how to go on. */
export function Reading<T>({ query, what, rows = 5, children }: ReadingProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null) return <ReadError what={what} error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="panel setup-bones" aria-busy="true">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and stay where they are
        <Bone key={index} height={34} />
      ))}
    </div>
  )
}
