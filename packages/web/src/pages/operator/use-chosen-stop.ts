import { useState } from 'react'
import { isPending } from './pending.ts'
import type { OperatorData } from './use-operator-data.ts'
import { type Reasoning, rowsOf } from './use-reasoning.ts'

/**
 * Returns the stops that need or just got a reason, the chosen one (the first that needs a reason, until another is chosen), and
 * `give`, which gives it a reason. `give` does nothing for a stop that has one.
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
