import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '../use-toast.tsx'
import { type Faults, type FieldOfCode, faultsOf } from './faults.ts'

interface Submission<Input, Output, Name extends string> {
  readonly work: (input: Input) => Promise<Output>
  /** Message on success; undefined: none. */
  readonly done?: string | ((output: Output) => string) | undefined
  /** Message on failure, or a function that returns it for the error. */
  readonly failed: string | ((error: Error) => string)
  readonly onDone?: ((output: Output, input: Input) => void) | undefined
  /** Queries that are read again afterwards, on failure too; `all` for every query. */
  readonly changes?: readonly QueryKey[] | 'all'
  /** Error codes that are shown at a field instead of a message. */
  readonly fields?: FieldOfCode<Name>
}

interface Submitted<Input, Name extends string> {
  readonly submit: (input: Input) => void
  /** Resolves with true on success. */
  readonly submitted: (input: Input) => Promise<boolean>
  readonly isBusy: boolean
  /** Messages of the last failure at the fields that it concerns. */
  readonly faults: Faults<Name>
  /** Removes the messages at fields, when a person changes one. */
  readonly forget: () => void
}

/** Returns the submission of a form: one call, its messages, its errors at fields, and the queries that it changes. */
export function useSubmit<Input = void, Output = unknown, Name extends string = never>({
  work,
  done,
  failed,
  onDone,
  changes = [],
  fields = {},
}: Submission<Input, Output, Name>): Submitted<Input, Name> {
  const client = useQueryClient()
  const toast = useToast()
  const { mutate, mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: work,
    onSuccess: (output, input) => {
      if (done !== undefined) toast.done(typeof done === 'string' ? done : done(output))
      onDone?.(output, input)
    },
    onError: (failure) => {
      if (Object.keys(faultsOf(failure, fields)).length > 0) return
      toast.failed(typeof failed === 'string' ? failed : failed(failure), failure)
    },
    onSettled: () => {
      if (changes === 'all') void client.invalidateQueries()
      else for (const queryKey of changes) void client.invalidateQueries({ queryKey })
    },
  })
  return {
    submit: mutate,
    submitted: (input) =>
      mutateAsync(input).then(
        () => true,
        () => false,
      ),
    isBusy: isPending,
    faults: faultsOf(error, fields),
    forget: reset,
  }
}
