import type { RunEntry } from '@millwatch/domain/runs'
import { useMutation } from '@tanstack/react-query'
import { useToast } from '../../ui/use-toast.tsx'
import { rememberEndedHere } from './live.ts'
import { endRun, startRun, updateRun } from './queries.ts'

/**
 * Returns mutations that start, update and end a run. Each shows a message with the result and reads the machine
 * again.
 */
export function useRunActions(machineId: number, onChanged: () => Promise<unknown>, onDone: () => void) {
  const toast = useToast()
  const succeeded = (words: string) => async (): Promise<void> => {
    toast.done(words)
    onDone()
    await onChanged()
  }
  const failed =
    (words: string) =>
    (error: Error): void =>
      toast.failed(words, error)
  const start = useMutation({
    mutationFn: (entry: RunEntry) => startRun(machineId, entry),
    onSuccess: succeeded('Run started'),
    onError: failed('Error starting run'),
  })
  const update = useMutation({
    mutationFn: ({ id, entry }: { id: number; entry: RunEntry }) => updateRun(id, entry),
    onSuccess: succeeded('Run updated'),
    onError: failed('Error updating run'),
  })
  const end = useMutation({
    mutationFn: ({ id, scrap }: { id: number; scrap: number }) => {
      rememberEndedHere(id)
      return endRun(id, scrap)
    },
    onSuccess: succeeded('Run ended'),
    onError: failed('Error ending run'),
  })
  return { start, update, end }
}
