import { useEffect, useState } from 'react'
import type { Reason } from '../../features/stops/downtime.ts'
import { annotationEntry, isForStop, type StopChange, shortened } from '../../features/stops/kept-annotation.ts'
import { NOT_KEPT, NOT_KEPT_S } from '../../features/stops/use-writing.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { now } from '../../lib/clock.ts'
import { enter } from '../../lib/send-entries.ts'
import { onOutcome } from '../../lib/stored-entries.ts'
import { useToast } from '../../ui/use-toast.tsx'
import { isPending, type OperatorStop } from './pending.ts'
import { minuteHere } from './words.ts'

/**
 * Times for which a row still shows the reason just given, and for which it then leaves the list, ms (specification 2, section
 * 4).
 */
const COMPLETING_MS = 3000
const LEAVES_MS = 1000

/** Names of reasons just given, by the id of their stop. The rows of these stops stay in the list for a moment. */
export type Completing = ReadonlyMap<number, string>

/**
 * Returns `give` and `note`, which store the reason and the notes of a stop. `note` replaces the notes that the person has `seen`
 * and nothing else, does nothing if they are unchanged, and stores blank ones as none. `nameOf` returns the name of a reason, empty if unknown. `completing` has the stops that the list still
 * shows for 4 s after a reason was given, with the name of the reason.
 */
export function useReasoning(machine: Pick<Equipment, 'id' | 'actual_timezone'>, reasons: readonly Reason[]) {
  const toast = useToast()
  const [completing, setCompleting] = useState<Completing>(new Map())
  const [leave] = useState(
    () =>
      (stopId: number): void =>
        setCompleting((before) => new Map([...before].filter(([id]) => id !== stopId))),
  )
  useEffect(
    () =>
      onOutcome(({ entry, error }) => {
        if (error !== undefined && isForStop(entry, entry.params.id ?? 0)) leave(entry.params.id ?? 0)
      }),
    [leave],
  )
  const nameOf = (id: number | null): string => reasons.find((reason) => reason.id === id)?.name ?? ''
  const stay = (stopId: number, name: string): void => {
    setCompleting((before) => new Map(before).set(stopId, name))
    setTimeout(() => leave(stopId), COMPLETING_MS + LEAVES_MS)
  }
  const write = (stop: OperatorStop, change: StopChange, expected: number | string | null, words: string) => {
    const entry = annotationEntry({ id: stop.id, machineId: machine.id }, change, { words, expected })
    if (!enter(entry).isKept) toast.info(NOT_KEPT, NOT_KEPT_S)
  }
  const at = (stop: OperatorStop): string => minuteHere(stop.startedAt, now(), machine.actual_timezone)
  return {
    completing,
    nameOf,
    give: (stop: OperatorStop, reason: { readonly id: number; readonly name: string }): void => {
      stay(stop.id, reason.name)
      const words = `Reason “${reason.name}” for the stop at ${at(stop)}`
      write(stop, { status_reason_id: reason.id }, stop.reasonId, words)
    },
    note: (stop: OperatorStop, { text, seen }: { readonly text: string; readonly seen: string }): void => {
      const notes = text.trim()
      const words = `Notes “${shortened(notes)}” on the stop at ${at(stop)}`
      if (notes !== seen) write(stop, { notes: notes || null }, seen || null, words)
    },
  }
}

export type Reasoning = ReturnType<typeof useReasoning>

/** Returns the stops that the list shows, in their order: those without a reason, and those that were just given one. */
export const rowsOf = (stops: readonly OperatorStop[], completing: Completing): OperatorStop[] =>
  stops.filter((stop) => isPending(stop) || completing.has(stop.id))
