import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '../use-toast.tsx'
import { type FieldFaults, type FieldOfCode, fieldFaults } from './faults.ts'

interface Submission<Input, Output, Name extends string> {
  readonly work: (input: Input) => Promise<Output>
  /** Message on success. */
  readonly done: string
  /** Message on failure, or a function that returns it for the error. */
  readonly failed: string | ((error: Error) => string)
  readonly onDone?: ((output: Output) => void) | undefined
  /** Queries that are read again afterwards, on failure too; `all` for every query. */
  readonly changes?: readonly QueryKey[] | 'all'
  /** Called when these queries were read again; the submission counts as pending until then. */
  readonly onSettled?: (() => void) | undefined
  /** Error codes that are shown at a field instead of a message. */
  readonly fields?: FieldOfCode<Name>
}

/** Mutation of a form, with the messages of its last failure at the fields that it concerns. */
type Submitted<Input, Output, Name extends string> = UseMutationResult<Output, Error, Input> & {
  readonly faults: FieldFaults<Name>
}

/** Returns the submission of a form: one call, its messages, its errors at fields, and the queries that it changes. */
export function useSubmit<Input = void, Output = unknown, Name extends string = never>({
  work,
  done,
  failed,
  onDone,
  changes = [],
  onSettled,
  fields = {},
}: Submission<Input, Output, Name>): Submitted<Input, Output, Name> {
  const client = useQueryClient()
  const toast = useToast()
  const readAgain = async (): Promise<void> => {
    if (changes === 'all') await client.invalidateQueries()
    else await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  const mutation = useMutation({
    mutationFn: work,
    onSuccess: (output) => {
      toast.done(done)
      onDone?.(output)
    },
    onError: (failure) => {
      if (Object.keys(fieldFaults(failure, fields)).length > 0) return
      toast.failed(typeof failed === 'string' ? failed : failed(failure), failure)
    },
    onSettled: () => {
      const reading = readAgain()
      return onSettled === undefined ? undefined : reading.then(onSettled)
    },
  })
  return { ...mutation, faults: fieldFaults(mutation.error, fields) }
}
