import { useEffect, useEffectEvent } from 'react'
import { now } from '../../lib/clock.ts'
import { timeNear } from '../../lib/dates.ts'
import { enter } from '../../lib/send-entries.ts'
import { onOutcome } from '../../lib/stored-entries.ts'
import { useToast } from '../../ui/use-toast.tsx'
import { annotationEntry, type EntryWords, isForStop, type StopChange } from './kept-annotation.ts'

/** Message for an entry that a browser without storage loses at a reload. */
export const NOT_KEPT = 'This browser cannot keep the entry. Do not close or reload this page until it is saved'
export const NOT_KEPT_S = 30

/** Stop that is written on. */
export interface WrittenStop {
  /** Id of the interval of status. */
  readonly id: number
  readonly machineId: number
  /** Undefined: the page is about this machine alone. */
  readonly machineName?: string | undefined
  /** Start, epoch ms, and the zone in which it is named. */
  readonly startedAt: number
  readonly zone: string
}

export interface Writing {
  readonly isBusy: boolean
  /** Resolves with true when the change is kept: it is sent now, or when the server can be reached. Messages say when it is stored. */
  readonly write: (change: StopChange, words: EntryWords) => Promise<boolean>
}

/** Returns the name of a stop in a message: `the stop of Saw 2 at 10:01`. */
export const stopWords = ({ machineName, startedAt, zone }: WrittenStop): string =>
  `the stop ${machineName === undefined ? '' : `of ${machineName} `}at ${timeNear(startedAt, now(), zone)}`

/**
 * Returns a function that changes what is written on a stop. The change is kept in this browser until the server has stored it;
 * `onChanged` is called when it was stored or refused.
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
