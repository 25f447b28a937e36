import { useQuery } from '@tanstack/react-query'
import type { Subject } from '../../scope/subject.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { scheduledQuery } from './queries.ts'
import { SchedulePanel } from './schedule-panel.tsx'

/**
 * Panel with the schedule of a unit or machine, which it loads by id. It shows a placeholder while it loads, and an error with a
 * button to try again.
 */
export function ScheduleOf({ subject: { which, id } }: { subject: Subject }) {
  const { data, error, refetch } = useQuery(scheduledQuery(which, id))
  if (data !== undefined) return <SchedulePanel scheduled={data} />
  if (error === null)
    return (
      <div aria-busy="true">
        <Skeleton height={420} />
      </div>
    )
  return <TryAgain onRetry={refetch}>{error.message}</TryAgain>
}
