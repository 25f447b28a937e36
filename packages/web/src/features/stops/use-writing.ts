import { useSubmit } from '../../ui/form/use-submit.ts'
import { intervalKey, type StopChange, writeOnStop } from './queries.ts'

/** Rights of a person or a kiosk display on the stops of a machine. */
export interface StopRights {
  readonly reasons: boolean
  readonly notes: boolean
  /** Exclude a stop from reports and alarms, or include it again. */
  readonly ignore: boolean
  /** See the restatements of a stop. */
  readonly restatements: boolean
}

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
 * Returns a function that saves a change of a stop's annotation, shows a message, calls `onChanged` and reads the stop again.
 */
export function useWriting(stopId: number, onChanged: () => void): Writing {
  const { isPending, mutateAsync } = useSubmit({
    work: ({ change }: Written) => writeOnStop(stopId, change),
    done: (_, { done }) => done,
    failed: (_, { failed }) => failed,
    onDone: onChanged,
    changes: [intervalKey(stopId)],
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
