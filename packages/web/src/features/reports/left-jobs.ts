import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useJobs } from '../../live/use-jobs.ts'
import { useToast } from '../../ui/use-toast.tsx'
import { shiftHistoryKey } from './shift-history.ts'

/** Seconds for which the failure of a job is shown: the person does something else meanwhile. */
const FAILED_S = 60

/** Jobs of shift history that were under way when the person left the page that submitted them. */
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

/** Notes that a page was left while its job was under way. */
export const leaveJob = (id: number): void => setLeft([...left.filter((other) => other !== id), id])

const forget = (id: number): void => setLeft(left.filter((other) => other !== id))

/** Shows a message when a job fails whose page was left. */
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
