import { useState } from 'react'
import type { DowntimeStop } from '../../features/stops/downtime.ts'
import { annotationEntry, type EntryWords, type StopChange } from '../../features/stops/kept-annotation.ts'
import { NOT_KEPT, NOT_KEPT_S, stopWords } from '../../features/stops/use-writing.ts'
import { type KeptEntry, onKept, ownKeptEntries } from '../../lib/kept-entries.ts'
import { enter } from '../../lib/send-entries.ts'
import { useToast } from '../../ui/use-toast.tsx'
import { outcomeWords } from './outcome-words.ts'

/** Returns true for an entry that was refused or waits for the server. */
const isTried = ({ refused, hasWaited }: KeptEntry): boolean => refused !== undefined || hasWaited

/**
 * Returns a function that changes several stops, with one request for each, which are kept until the server has stored them. It
 * resolves with true when none was refused, after a message with the number saved. `onSaved` gets the ids of those that were not
 * refused. `sent` is the number of requests that were stored, were refused or wait for the server, undefined while none is under
 * way.
 */
export function useMany(zone: string, onSaved: (ids: readonly number[]) => void) {
  const toast = useToast()
  const [sent, setSent] = useState<number>()
  const write = async (
    stops: readonly DowntimeStop[],
    changeOf: (stop: DowntimeStop) => readonly [change: StopChange, words: EntryWords],
  ): Promise<boolean> => {
    setSent(0)
    const made = stops.map((stop) => {
      const { id, machine, startedAt } = stop
      const [change, { words, expected }] = changeOf(stop)
      const written = { id, machineId: machine.id, machineName: machine.name, startedAt, zone }
      return annotationEntry(written, change, { words: `${words} ${stopWords(written)}`, expected })
    })
    const { entries, isKept } = enter(...made)
    if (!isKept) toast.info(NOT_KEPT, NOT_KEPT_S)
    const left = await untilTried(entries, setSent)
    const stopOf = ({ params }: KeptEntry): DowntimeStop[] => stops.filter(({ id }) => id === params.id)
    const refused = left.filter((entry) => entry.refused !== undefined)
    const failed = refused.flatMap(stopOf)
    const words = outcomeWords(stops.length - left.length, failed, left.length - refused.length)
    const [first] = refused
    if (first?.refused !== undefined) toast.failed(words, new Error(first.refused))
    else toast.done(words)
    onSaved(stops.filter((stop) => !failed.includes(stop)).map(({ id }) => id))
    setSent(undefined)
    return failed.length === 0
  }
  return { isBusy: sent !== undefined, sent, write }
}

/**
 * Resolves when each of the entries was stored, was refused or waits for the server, with those that were not stored. Calls
 * `onSent` with the number of entries in one of these states, at once and after each change.
 */
function untilTried(made: readonly KeptEntry[], onSent: (count: number) => void): Promise<KeptEntry[]> {
  const ids = new Set(made.map(({ id }) => id))
  const { promise, resolve } = Promise.withResolvers<KeptEntry[]>()
  const look = (): void => {
    const left = ownKeptEntries().filter(({ id }) => ids.has(id))
    onSent(made.length - left.filter((entry) => !isTried(entry)).length)
    if (left.every(isTried)) resolve(left)
  }
  const end = onKept(look)
  look()
  return promise.finally(end)
}
