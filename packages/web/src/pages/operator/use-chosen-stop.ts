import { useState } from 'react'
import type { OperatorData } from './use-operator-data.ts'
import { isAsked, type Reasoning, rowsOf } from './use-reasoning.ts'

/**
 * Returns `rows`, the stops that need a reason and those whose reason can still be completed with notes. `choose` chooses a row;
 * `chosen` is this row, else the first row that needs a reason, else the first row. It stays so while its row stays, until it
 * gets a reason here or `choose` is called, with undefined for the first row. `give` gives the chosen stop a reason; it does
 * nothing unless `canGive`, which is true if a stop is chosen that needs a reason.
 */
export function useChosenStop(data: OperatorData, reasoning: Reasoning) {
  const [chosenId, setChosenId] = useState<number>()
  const { completing } = reasoning
  const rows = rowsOf(data.stops, completing)
  const chosen = rows.find(({ id }) => id === chosenId) ?? rows.find((stop) => isAsked(stop, completing)) ?? rows[0]
  if (chosen?.id !== chosenId) setChosenId(chosen?.id)
  const canGive = chosen !== undefined && isAsked(chosen, completing)
  const give = (reason: OperatorData['reasons'][number]): void => {
    if (!canGive) return
    reasoning.give(chosen, reason)
    setChosenId(undefined)
  }
  return { rows, chosen, choose: setChosenId, canGive, give }
}

export type ChosenStop = ReturnType<typeof useChosenStop>
