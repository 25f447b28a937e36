import type { Body } from '@millwatch/contract/endpoint'
import { annotateStop } from '@millwatch/contract/http/stops'
import type { QueryKey } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { intervalKey } from './queries.ts'

type StopChange = Body<typeof annotateStop>

export interface Writing {
  readonly isBusy: boolean
  /** Resolves with true when the change was saved; shows one of the messages. */
  readonly write: (change: StopChange, messages: { done: string; failed: string }) => Promise<boolean>
}

interface Written {
  readonly change: StopChange
  readonly done: string
  readonly failed: string
}

/**
 * Returns a function that saves a change of a stop's annotation, shows a message, calls `onChanged` and reads the stop again,
 * and with it the queries `changes`.
 */
export function useWriting(stopId: number, onChanged: () => void, changes: readonly QueryKey[] = []): Writing {
  const { isPending, mutateAsync } = useSubmit({
    work: ({ change }: Written) => call(annotateStop, { params: { id: stopId }, body: change }),
    done: (_, { done }) => done,
    failed: (_, { failed }) => failed,
    onDone: onChanged,
    changes: [intervalKey(stopId), ...changes],
  })
  return {
    isBusy: isPending,
    write: (change, messages) =>
      mutateAsync({ change, ...messages }).then(
        () => true,
        () => false,
      ),
  }
}
