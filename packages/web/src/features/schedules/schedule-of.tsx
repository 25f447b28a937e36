import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { scheduledQuery } from './queries.ts'
import { SchedulePanel } from './schedule-panel.tsx'

interface ScheduleOfProps {
  /** `o`: a unit; `e`: a machine. */
  which: 'o' | 'e'
  id: number
  mayEdit: boolean
}

/** Panel with the schedule of a unit or machine, which it loads by id. */
export function ScheduleOf({ which, id, mayEdit }: ScheduleOfProps) {
  const { data, error, refetch } = useQuery(scheduledQuery(which, id))
  if (data !== undefined) return <SchedulePanel scheduled={data} mayEdit={mayEdit} />
  if (error === null)
    return (
      <div aria-busy="true">
        <Skeleton height={420} />
      </div>
    )
  return <TryAgain onRetry={refetch}>{error.message}</TryAgain>
}
