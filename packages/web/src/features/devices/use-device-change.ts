import type { UseMutationResult } from '@tanstack/react-query'
import { useSubmit } from '../../ui/form/use-submit.ts'

interface Change<Input, Output> {
  readonly work: (input: Input) => Promise<Output>
  /** Messages shown on success and on failure. */
  readonly done: string
  readonly failed: string
  readonly onDone?: (output: Output) => void
}

/**
 * Returns a mutation that changes devices and shows a message about success or failure. After success every query is read
 * again, because status and figures of machines may change.
 */
export const useDeviceChange = <Input, Output>(
  change: Change<Input, Output>,
): UseMutationResult<Output, Error, Input> => useSubmit({ ...change, changes: 'all' })
