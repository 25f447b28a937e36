import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '../../ui/use-toast.tsx'
import { intervalKey, type StopChange, writeOnStop } from './queries.ts'

/** Rights of a user on the stops of a machine. */
export interface StopRights {
  readonly reasons: boolean
  readonly notes: boolean
  /** Exclude a stop from reports and alarms, or include it again. */
  readonly ignore: boolean
  /** See the restatements of a stop. */
  readonly restatements: boolean
}

export interface Writing {
  readonly isBusy: boolean
  /** Resolves with true when the change was saved; shows one of the messages. */
  readonly write: (change: StopChange, messages: { done: string; failed: string }) => Promise<boolean>
}

/** Returns a function that changes the annotation of a stop and then reads the stop again. */
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
    await client.invalidateQueries({ queryKey: intervalKey(stopId) })
    return true
  }
  return { isBusy: writing.isPending, write }
}
