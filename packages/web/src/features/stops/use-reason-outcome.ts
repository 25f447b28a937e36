import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useQuestion } from '../../ui/use-confirm.tsx'
import { useToast } from '../../ui/use-toast.tsx'
import type { GivenReason, ReasonOutcome } from './unsent-reasons.ts'

/** Returns a function that makes the messages about a reason; when it is stored, the queries under `changes` are read again. */
export function useReasonOutcome(changes: QueryKey): (reason: GivenReason) => ReasonOutcome {
  const client = useQueryClient()
  const toast = useToast()
  const ask = useQuestion()
  return ({ machineName, reasonId }) => ({
    onSaved: () => {
      toast.done(reasonId === null ? 'Reason cleared' : 'Reason saved')
      return client.invalidateQueries({ queryKey: changes })
    },
    onFailed: (error) => toast.failed('Error setting the reason', error),
    mayReplace: (name) =>
      ask({
        title: 'Replace the reason?',
        text: `The stop of ${machineName} now has ${name === null ? 'no reason' : `the reason ${name}`}: it was changed while yours was not saved.`,
        yes: 'Replace it',
      }),
  })
}
