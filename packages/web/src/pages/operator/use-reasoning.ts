import { annotationEntry, type StopChange, shortened } from '../../features/stops/kept-annotation.ts'
import { NOT_KEPT, NOT_KEPT_S } from '../../features/stops/use-writing.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { now } from '../../lib/clock.ts'
import { enter } from '../../lib/send-entries.ts'
import { useToast } from '../../ui/use-toast.tsx'
import { isPending, type OperatorStop } from './pending.ts'
import { type Completing, useCompleting } from './use-completing.ts'
import type { OperatorData } from './use-operator-data.ts'
import { minuteHere } from './words.ts'

/**
 * Returns `give` and `note`, which store the reason and the notes of a stop. `note` replaces the notes that the person has `seen`
 * and nothing else, does nothing if they are unchanged, and stores blank ones as none. `nameOf` returns the name of a reason,
 * empty if unknown. `completing` has the stops that the list still shows for a moment because a reason was given, with the name
 * of the reason.
 */
export function useReasoning(
  machine: Pick<Equipment, 'id' | 'actual_timezone'>,
  { reasons, stops }: Pick<OperatorData, 'reasons' | 'stops'>,
) {
  const toast = useToast()
  const nameOf = (id: number | null): string => reasons.find((reason) => reason.id === id)?.name ?? ''
  const { completing, stay } = useCompleting(stops, nameOf)
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

/** Returns true if the stop can be given a reason: it has none, and none was given just now. */
export const isAsked = (stop: OperatorStop, completing: Completing): boolean =>
  isPending(stop) && !completing.has(stop.id)
