import { useEffect } from 'react'
import { onOutcome } from '../../lib/send-entries.ts'
import { useToast } from '../../ui/use-toast.tsx'

/** Shows a message for each entry about this machine that was stored or refused; `messages` are by operation. */
export function useOutcomeMessages(
  machineId: number,
  messages: Readonly<Record<string, { readonly done?: string; readonly failed: string }>>,
): void {
  const toast = useToast()
  useEffect(
    () =>
      onOutcome(({ entry, error }) => {
        const words = messages[entry.operation]
        if (entry.machineId !== machineId || words === undefined) return
        if (error !== undefined) toast.failed(words.failed, error)
        else if (words.done !== undefined) toast.done(words.done)
      }),
    [machineId, messages, toast],
  )
}
