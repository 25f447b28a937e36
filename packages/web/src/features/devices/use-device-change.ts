import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '../../ui/use-toast.tsx'

interface Change<Input, Output> {
  readonly work: (input: Input) => Promise<Output>
  /** Messages shown on success and on failure. */
  readonly done: string
  readonly failed: string
  readonly onDone?: (output: Output) => void
}

/** Returns a mutation that changes devices; all queries are read again afterwards. */
export function useDeviceChange<Input, Output>({
  work,
  done,
  failed,
  onDone,
}: Change<Input, Output>): UseMutationResult<Output, Error, Input> {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: work,
    onSuccess: (output) => {
      toast.done(done)
      onDone?.(output)
    },
    onError: (error) => toast.failed(failed, error),
    // A changed device may change status and figures of its machine, and those of its units.
    onSettled: () => void client.invalidateQueries(),
  })
}
