import { type Question, useConfirm } from '../use-confirm.tsx'
import { type Submission, useSubmit } from './use-submit.ts'

type Confirmed<Output> = Omit<Submission<void, Output, never>, 'fields'> & Omit<Question, 'onYes'>

/**
 * Returns a function that opens a confirmation dialog and, if the person confirms, makes the call; the dialog closes when the
 * call has ended.
 */
export function useConfirmed<Output>({
  title,
  about,
  text,
  yes,
  no,
  removes = false,
  ...submission
}: Confirmed<Output>): () => void {
  const confirm = useConfirm()
  const { mutateAsync } = useSubmit(submission)
  const optional = { ...(about === undefined ? {} : { about }), ...(no === undefined ? {} : { no }) }
  return () => confirm({ title, text, yes, removes, ...optional, onYes: () => mutateAsync() })
}
