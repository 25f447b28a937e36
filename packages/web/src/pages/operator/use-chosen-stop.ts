import { useState } from 'react'
import { isPending } from './pending.ts'
import type { OperatorData } from './use-operator-data.ts'
import { type Reasoning, rowsOf } from './use-reasoning.ts'

/**
 * Returns `rows`, the stops that need or just got a reason, and `chosen`, the one chosen with `choose`, else the first that needs
 * a reason, else the first. `give` gives the chosen stop a reason, but does nothing without a chosen stop or for one that has a
 * reason.
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
