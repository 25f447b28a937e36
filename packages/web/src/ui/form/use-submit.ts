import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { useToast } from '../use-toast.tsx'
import type { FieldFaults, FieldOfCode } from './faults.ts'

export interface Submission<Input, Output, Name extends string> {
  readonly work: (input: Input) => Promise<Output>
  /** Message on success, or a function that returns it; absent for no message. */
  readonly done?: string | ((output: Output, input: Input) => string)
  /** Seconds for which the message on success is shown; 5 unless given. */
  readonly doneS?: number
  /** Message on failure, or a function that returns it for the error; absent for no message. */
  readonly failed?: string | ((error: Error, input: Input) => string)
  /** Called on success; the submission is pending until a promise that it returns is settled. */
  readonly onDone?: ((output: Output, input: Input) => unknown) | undefined
  /** Called with the error on failure. */
  readonly onFailed?: ((error: Error) => void) | undefined
  /**
   * Queries that are read again after success or failure. The submission is pending until they are read; for `all`, which is
   * every query, only if there is `onSettled`.
   */
  readonly changes?: readonly QueryKey[] | 'all'
  /** Called with true on success or false on failure when these queries were read again. The submission is pending until then. */
  readonly onSettled?: ((isDone: boolean, input: Input) => void) | undefined
  /** Error codes of the server whose message is shown at a field instead, with the name of the field. */
  readonly fields?: FieldOfCode<Name>
  /** True if an error at a field is also shown as a message. */
  readonly showsAllFailures?: boolean
}

/** Mutation of a form, with the messages of its last failure by the field that shows them (`faults`). */
type Submitted<Input, Output, Name extends string> = UseMutationResult<Output, Error, Input> & {
  readonly faults: FieldFaults<Name>
}

/** Returns the message of a server error by the field that `fields` gives for its code; empty for any other error. */
function fieldFaults<Name extends string>(error: unknown, fields: FieldOfCode<Name>): FieldFaults<Name> {
  if (!(error instanceof ApiError) || error.code === undefined) return {}
  const field = fields[error.code]
  return field === undefined ? {} : ({ [field]: error.message } as FieldFaults<Name>)
}

/**
 * Returns a mutation for one call to the server. It shows the messages of success and failure (of an error at a field only with
 * `showsAllFailures`), returns the messages for fields (`faults`), and reads the queries `changes` again after success and
 * failure.
 */
export function useSubmit<Input = void, Output = unknown, Name extends string = never>({
  work,
  done,
  doneS,
  failed,
  onDone,
  onFailed,
  changes = [],
  onSettled,
  fields = {},
  showsAllFailures = false,
}: Submission<Input, Output, Name>): Submitted<Input, Output, Name> {
  const client = useQueryClient()
  const toast = useToast()
  const readAgain = async (): Promise<void> => {
    if (changes === 'all') await client.invalidateQueries()
    else await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  const mutation = useMutation({
    mutationFn: work,
    onSuccess: (output, input) => {
      if (done !== undefined) toast.done(typeof done === 'string' ? done : done(output, input), doneS)
      return onDone?.(output, input)
    },
    onError: (failure, input) => {
      onFailed?.(failure)
      const isAtField = Object.keys(fieldFaults(failure, fields)).length > 0
      if (failed === undefined || (isAtField && !showsAllFailures)) return
      toast.failed(typeof failed === 'string' ? failed : failed(failure, input), failure)
    },
    onSettled: (_output, failure, input) => {
      const reading = readAgain()
      if (onSettled === undefined && changes === 'all') return undefined
      return reading.then(() => onSettled?.(failure === null, input))
    },
  })
  return { ...mutation, faults: fieldFaults(mutation.error, fields) }
}
