import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '../../ui/use-toast.tsx'
import { type StopChange, stretchKey, writeOnStop } from './queries.ts'

/** What somebody may do with the stops of a machine. */
export interface StopRights {
  readonly reasons: boolean
  readonly notes: boolean
  /** Leave a stop out of reports and alarms, or take it back in. */
  readonly ignore: boolean
  /** See what was told otherwise before. */
  readonly restatements: boolean
}

export interface Writing {
  readonly isBusy: boolean
  /** Resolves with whether it was written; what went wrong is said. */
  readonly write: (change: StopChange, said: { done: string; failed: string }) => Promise<boolean>
}

/** Writes on a stop; afterwards what is known of it is read again. */
export function useWriting(stopId: number, onChanged: () => void): Writing {
  const client = useQueryClient()
  const toast = useToast()
  const writing = useMutation({ mutationFn: (change: StopChange) => writeOnStop(stopId, change) })
  const write: Writing['write'] = async (change, { done, failed }) => {
    try {
      await writing.mutateAsync(change)
    } catch (error) {
      toast.failed(failed, error instanceof Error ? error : undefined)
      return false
    }
    toast.done(done)
    onChanged()
    await client.invalidateQueries({ queryKey: stretchKey(stopId) })
    return true
  }
  return { isBusy: writing.isPending, write }
}
