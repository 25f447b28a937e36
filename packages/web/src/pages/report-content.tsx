import { useShownError } from '../lib/use-shown-error.ts'
import { Button } from '../ui/button.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { TryAgain } from '../ui/try-again.tsx'

interface ReportContentProps<Data> {
  /** Query of the report. */
  query: { readonly data: Data | undefined; readonly error: Error | null; readonly refetch: () => unknown }
  /** Text about a report that could not be read. */
  failed: string
  /** Placeholder with the height of the report while it is loading; grey lines unless given. */
  skeleton?: React.ReactNode
  children: (data: Data) => React.ReactNode
}

/**
 * Content of a report: a placeholder while it is loading, then `children` with its data. If it cannot be read, `failed`, the
 * reason and a button to try again are shown in place of the content, or above the data read last.
 */
export function ReportContent<Data>({ query, failed, skeleton, children }: ReportContentProps<Data>) {
  const { data, refetch } = query
  const error = useShownError(query)
  if (data !== undefined)
    return (
      <>
        {error !== null && <TryAgain onRetry={refetch}>{`${failed}: ${error.message}`}</TryAgain>}
        {children(data)}
      </>
    )
  if (error === null) return skeleton ?? <Lines />
  return (
    <section className="panel">
      <Notice alert title={failed} ways={<Button onClick={() => void refetch()}>Try again</Button>}>
        {error.message}. Nothing is lost: machine data is stored whether or not anyone looks.
      </Notice>
    </section>
  )
}

const Lines = () => (
  <div className="panel stack" aria-busy="true">
    {Array.from({ length: 12 }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and stay where they are
      <Skeleton key={row} height={21} />
    ))}
  </div>
)
