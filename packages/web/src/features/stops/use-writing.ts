import { useEffect, useEffectEvent } from 'react'
import { now } from '../../lib/clock.ts'
import { timeNear } from '../../lib/dates.ts'
import { enter } from '../../lib/send-entries.ts'
import { onOutcome } from '../../lib/stored-entries.ts'
import { useToast } from '../../ui/use-toast.tsx'
import { annotationEntry, type EntryWords, isForStop, type StopChange } from './kept-annotation.ts'

/** Message about an entry in a browser without storage, which loses the entry at a reload. */
export const NOT_KEPT = 'This browser cannot keep the entry. Do not close or reload this page until it is saved'
export const NOT_KEPT_S = 30

/** Stop whose reason, notes or ignored mark are changed. */
export interface WrittenStop {
  /** Id of the interval of status. */
  readonly id: number
  readonly machineId: number
  /** Name of the machine for messages; undefined: it is not named, since the page is about this machine alone. */
  readonly machineName?: string | undefined
  /** Start of the stop, epoch ms, and the zone in which messages show it. */
  readonly startedAt: number
  readonly zone: string
}

export interface Writing {
  readonly isBusy: boolean
  /**
   * Keeps a change, which is sent now or when the server can be reached, and resolves with true. A message says if this browser
   * cannot keep it; others say when it is stored or refused.
   */
  readonly write: (change: StopChange, words: EntryWords) => Promise<boolean>
}

/** Returns the words for a stop in a message: `the stop of Saw 2 at 10:01`, without the machine if it has no name. */
export const stopWords = ({ machineName, startedAt, zone }: WrittenStop): string =>
  `the stop ${machineName === undefined ? '' : `of ${machineName} `}at ${timeNear(startedAt, now(), zone)}`

/**
 * Returns the function `write`, which changes reason, notes or ignored mark of a stop, and `isBusy`, which is always false. The
 * change is kept in this browser until the server has stored it; `onChanged` is called each time an entry for this stop was
 * stored or refused.
 */
export function useWriting(stop: WrittenStop, onChanged: () => void = () => undefined): Writing {
  const toast = useToast()
  const { id } = stop
  const changed = useEffectEvent(onChanged)
  useEffect(() => onOutcome(({ entry }) => isForStop(entry, id) && changed()), [id])
  return {
    isBusy: false,
    write: (change, texts) => {
      const words = `${texts.words} ${stopWords(stop)}`
      const { isKept } = enter(annotationEntry(stop, change, { ...texts, words }))
      if (!isKept) toast.info(NOT_KEPT, NOT_KEPT_S)
      return Promise.resolve(true)
    },
  }
}
