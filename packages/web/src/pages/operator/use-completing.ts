import { useEffect, useEffectEvent, useState } from 'react'
import { reasonIn } from '../../features/stops/kept-annotation.ts'
import { type Outcome, onOutcome } from '../../lib/stored-entries.ts'
import { isPending, type OperatorStop } from './pending.ts'

/**
 * Times for which a row still shows its stored reason, and for which it then leaves the list, ms (specification 2, section 4).
 */
const COMPLETING_MS = 3000
const LEAVES_MS = 1000

/** Names of reasons just given, by the id of their stop. The rows of these stops stay in the list for a moment. */
export type Completing = ReadonlyMap<number, string>

/** Returns true if the stop has a reason that is stored, or that has to wait for the server. */
const isSettled = ({ reasonId, given }: OperatorStop): boolean =>
  given === undefined ? reasonId !== null : given.entry.hasWaited && given.entry.refused === undefined

/**
 * Returns `completing`, and `stay`, which adds the reason just given to a stop. A row leaves 4 s after its reason was stored, or
 * after it had to wait for the server, and at once if the server refuses it. A row whose reason was given elsewhere stays for 4 s
 * too. `nameOf` returns the name of a reason.
 */
export function useCompleting(stops: readonly OperatorStop[], nameOf: (reasonId: number) => string) {
  const [kept, setCompleting] = useState<Completing>(new Map())
  const [timers] = useState(() => new Map<number, ReturnType<typeof setTimeout>>())
  const [before, setBefore] = useState(stops)
  const completing = before === stops ? kept : new Map([...givenElsewhere(before, stops), ...kept])
  if (before !== stops) {
    setBefore(stops)
    setCompleting(completing)
  }
  const stay = (stopId: number, name: string): void => setCompleting((names) => new Map(names).set(stopId, name))
  const leave = (stopId: number): void => {
    clearTimeout(timers.get(stopId))
    timers.delete(stopId)
    setCompleting((names) => new Map([...names].filter(([id]) => id !== stopId)))
  }
  const leaveSoon = useEffectEvent((stopId: number): void => {
    if (!timers.has(stopId)) timers.set(stopId, setTimeout(leave, COMPLETING_MS + LEAVES_MS, stopId))
  })
  useEffect(() => {
    for (const stop of stops) if (completing.has(stop.id) && isSettled(stop)) leaveSoon(stop.id)
  }, [stops, completing])
  const follow = useEffectEvent(({ entry, error }: Outcome): void => {
    const [stopId, reasonId] = [entry.params.id ?? 0, reasonIn(entry)]
    if (reasonId == null) return
    if (error !== undefined) leave(stopId)
    else {
      // Until the stops are read again, only this shows that the stop has a reason.
      stay(stopId, nameOf(reasonId))
      leaveSoon(stopId)
    }
  })
  useEffect(() => onOutcome(follow), [])
  return { completing, stay }
}

/** Returns stops that needed a reason before and have a stored one now, each with its name. */
const givenElsewhere = (before: readonly OperatorStop[], stops: readonly OperatorStop[]): [number, string][] => {
  const pendingIds = new Set(before.filter(isPending).map(({ id }) => id))
  return stops
    .filter((stop) => pendingIds.has(stop.id) && stop.given === undefined && !isPending(stop))
    .map(({ id, reasonName }) => [id, reasonName ?? ''])
}
