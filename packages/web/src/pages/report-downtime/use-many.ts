import type { Body } from '@millwatch/contract/endpoint'
import { annotateStop } from '@millwatch/contract/http/stops'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type DowntimeStop, downtimeKey } from '../../features/stops/downtime.ts'
import { call } from '../../lib/api.ts'
import { count } from '../../lib/format.ts'
import type { Subject } from '../../scope/subject.ts'
import { useToast } from '../../ui/use-toast.tsx'

/** Number of machines that a message names. */
const NAMED = 3

/** Returns `2 saved, 1 not: Mazak 01`; without failures `3 saved`. */
export function resultWords(saved: number, failed: readonly DowntimeStop[]): string {
  if (failed.length === 0) return `${count(saved)} saved`
  const names = [...new Set(failed.map(({ machine }) => machine.name))]
  const named = names.slice(0, NAMED).join(', ')
  return `${count(saved)} saved, ${count(failed.length)} not: ${named}${names.length > NAMED ? ' …' : ''}`
}

/** Number of requests that are under way at the same time. */
const AT_ONCE = 4

/**
 * Returns a function that changes several stops, with one request for each, four at a time; it resolves with true when all were
 * saved. A message says how many were; `onSaved` gets their ids. `sent` counts the requests that were answered; undefined: none
 * is under way.
 */
export function useMany(subject: Subject, onSaved: (ids: readonly number[]) => void) {
  const client = useQueryClient()
  const toast = useToast()
  const [sent, setSent] = useState<number>()
  const write = async (
    stops: readonly DowntimeStop[],
    changeOf: (stop: DowntimeStop) => Body<typeof annotateStop>,
  ): Promise<boolean> => {
    setSent(0)
    const failed: DowntimeStop[] = []
    let why: Error | undefined
    const waiting = [...stops]
    const send = async (): Promise<void> => {
      for (let stop = waiting.shift(); stop !== undefined; stop = waiting.shift()) {
        try {
          await call(annotateStop, { params: { id: stop.id }, body: changeOf(stop) })
        } catch (error) {
          failed.push(stop)
          why ??= error as Error
        }
        setSent((before = 0) => before + 1)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, send))
    const words = resultWords(stops.length - failed.length, failed)
    if (why === undefined) toast.done(words)
    else toast.failed(words, why)
    onSaved(stops.filter((stop) => !failed.includes(stop)).map(({ id }) => id))
    setSent(undefined)
    await client.invalidateQueries({ queryKey: downtimeKey(subject) })
    return failed.length === 0
  }
  return { isBusy: sent !== undefined, sent, write }
}
