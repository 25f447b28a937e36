import { useQueryClient } from '@tanstack/react-query'
import { SharedValue, useShared } from '../../lib/shared-value.ts'
import { useJobs } from '../../live/use-jobs.ts'
import { useToast } from '../../ui/use-toast.tsx'
import { shiftHistoryKey } from './shift-history.ts'

/** Time for which the failure of a job is shown, s; long, since the person works on another page meanwhile. */
const FAILED_S = 60

/** Ids of the jobs that change shift history and were running when the person left the page that submitted them. */
const left = new SharedValue<readonly number[]>([])

/** Remembers a running job whose page was left, so that `useLeftJobMessages` follows it. */
export const leaveJob = (id: number): void => left.set([...left.get().filter((other) => other !== id), id])

const forget = (id: number): void => left.set(left.get().filter((other) => other !== id))

/** Follows the jobs whose page was left. When one ends, shift history is read again, and a message is shown if the job failed. */
export function useLeftJobMessages(): void {
  const client = useQueryClient()
  const toast = useToast()
  const jobs = useShared(left)
  useJobs(jobs, ({ id, error }) => {
    forget(id)
    if (error !== null) toast.failed('Shift history was not changed', new Error(error), FAILED_S)
    void client.invalidateQueries({ queryKey: shiftHistoryKey })
  })
}
