import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useJobs } from '../../live/use-jobs.ts'
import { useToast } from '../../ui/use-toast.tsx'
import { shiftHistoryKey } from './shift-history.ts'

/** Time for which the failure of a job is shown, s; long, since the person works on another page meanwhile. */
const FAILED_S = 60

/** Ids of the jobs that change shift history and were running when the person left the page that submitted them. */
let left: readonly number[] = []
const listeners = new Set<() => void>()

function setLeft(next: readonly number[]): void {
  left = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Remembers a running job whose page was left, so that `useLeftJobMessages` follows it. */
export const leaveJob = (id: number): void => setLeft([...left.filter((other) => other !== id), id])

const forget = (id: number): void => setLeft(left.filter((other) => other !== id))

/** Follows the jobs whose page was left. When one ends, shift history is read again, and a message is shown if the job failed. */
export function useLeftJobMessages(): void {
  const client = useQueryClient()
  const toast = useToast()
  const jobs = useSyncExternalStore(subscribe, () => left)
  useJobs(jobs, ({ id, error }) => {
    forget(id)
    if (error !== null) toast.failed('Shift history was not changed', new Error(error), FAILED_S)
    void client.invalidateQueries({ queryKey: shiftHistoryKey })
  })
}
