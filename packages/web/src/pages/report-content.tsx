import { Button } from '../ui/button.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'

interface ReportFailureProps {
  /** Name of the data, as the beginning of a sentence. */
  what: string
  error: Error
  onRetry: () => void
}

/** Panel in place of a report that could not be read, with a button to try again. */
export const ReportFailure = ({ what: subject, error, onRetry }: ReportFailureProps) => (
  <section className="panel">
    <Notice alert title={`${subject} could not be read`} ways={<Button onClick={onRetry}>Try again</Button>}>
      {error.message}. Nothing is lost: machine data is stored whether or not anyone looks.
    </Notice>
  </section>
)

/** Panel with grey lines while the table of a report is loading. */
export const ReportSkeleton = () => (
  <div className="panel stack" aria-busy="true">
    {Array.from({ length: 12 }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and stay where they are
      <Skeleton key={row} height={21} />
    ))}
  </div>
)
