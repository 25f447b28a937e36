import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '../../ui/use-toast.tsx'

interface Change<Asked, Told> {
  readonly work: (asked: Asked) => Promise<Told>
  /** What is said when it is done, and when it failed. */
  readonly done: string
  readonly failed: string
  readonly onDone?: (told: Told) => void
}

/** Changes something of devices; whatever shows them is then read again. */
export function useDeviceChange<Asked, Told>({
  work,
  done,
  failed,
  onDone,
}: Change<Asked, Told>): UseMutationResult<Told, Error, Asked> {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: work,
    onSuccess: (told) => {
      toast.done(done)
      onDone?.(told)
    },
    onError: (error) => toast.failed(failed, error),
    // Which machine a device speaks for bears on its status and figures, and on those of its units.
    onSettled: () => void client.invalidateQueries(),
  })
}
