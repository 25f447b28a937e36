import { useQuery } from '@tanstack/react-query'
import { Bone } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { scheduledQuery } from './queries.ts'
import { SchedulePanel } from './schedule-panel.tsx'

interface ScheduleOfProps {
  /** A unit (`o`) or a machine (`e`). */
  which: 'o' | 'e'
  id: number
  mayEdit: boolean
}

/** The schedule of a unit or machine, read for itself. */
export function ScheduleOf({ which, id, mayEdit }: ScheduleOfProps) {
  const { data, error, refetch } = useQuery(scheduledQuery(which, id))
  if (data !== undefined) return <SchedulePanel of={data} mayEdit={mayEdit} />
  if (error === null)
    return (
      <div aria-busy="true">
        <Bone height={420} />
      </div>
    )
  return <TryAgain onRetry={refetch}>{error.message}</TryAgain>
}
