import { useState } from 'react'
import { isPending } from './pending.ts'
import type { OperatorData } from './use-operator-data.ts'
import { type Reasoning, rowsOf } from './use-reasoning.ts'

/**
 * Returns `rows`, the stops that need a reason and those whose reason can still be completed with notes. `choose` chooses a row;
 * `chosen` is this row, else the first row that needs a reason, else the first row. `give` gives the chosen stop a reason; it
 * does nothing without a chosen stop or if the stop has a reason.
 */
export function useChosenStop(data: OperatorData, reasoning: Reasoning) {
  const [chosenId, setChosenId] = useState<number>()
  const rows = rowsOf(data.stops, reasoning.completing)
  const chosen = rows.find(({ id }) => id === chosenId) ?? rows.find(isPending) ?? rows[0]
  const give = (reason: OperatorData['reasons'][number]): void => {
    if (chosen === undefined || !isPending(chosen)) return
    reasoning.give(chosen, reason)
    setChosenId(undefined)
  }
  return { rows, chosen, choose: setChosenId, give }
}

export type ChosenStop = ReturnType<typeof useChosenStop>
