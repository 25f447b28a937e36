import type { RunEntry } from '@millwatch/domain/runs'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { rememberEndedHere } from './live.ts'
import { endRun, startRun, updateRun } from './queries.ts'

/**
 * Returns mutations that start, update and end a run of a machine. Each shows a message about its result; after success it
 * calls `onDone` and reads the machine again (`onChanged`).
 */
export function useRunActions(machineId: number, onChanged: () => Promise<unknown>, onDone: () => void) {
  const end = () => {
    onDone()
    return onChanged()
  }
  return {
    start: useSubmit({
      work: (entry: RunEntry) => startRun(machineId, entry),
      done: 'Run started',
      failed: 'Error starting run',
      onDone: end,
    }),
    update: useSubmit({
      work: ({ id, entry }: { id: number; entry: RunEntry }) => updateRun(id, entry),
      done: 'Run updated',
      failed: 'Error updating run',
      onDone: end,
    }),
    end: useSubmit({
      work: ({ id, scrap }: { id: number; scrap: number }) => {
        rememberEndedHere(id)
        return endRun(id, scrap)
      },
      done: 'Run ended',
      failed: 'Error ending run',
      onDone: end,
    }),
  }
}
