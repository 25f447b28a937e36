import { isStale } from './contact.tsx'
import { isQuiet, type StatusKey } from './status.ts'

/** State of a machine as it was read, and the last contact with its device (epoch ms; null: never). */
interface LastState {
  readonly status: StatusKey
  readonly contactAt: number | null
  readonly isScheduled: boolean
}

/**
 * Returns true if the status of a machine is not known at an instant (epoch ms): it ran or was down, and its device made no
 * contact for more than 300 s, so that it may be offline. False without any contact, and for a quiet machine, since nobody has to
 * go there.
 */
export const isSilent = ({ status, contactAt, isScheduled }: LastState, at: number): boolean =>
  (status === 'running' || status === 'down') &&
  contactAt !== null &&
  isStale(contactAt, at) &&
  !isQuiet(status, isScheduled)
